#pragma once

#include <diff_drive_controller/DiffDriveControllerConfig.h>
#include <diff_drive_controller/parameters.h>
#include <dynamic_reconfigure/server.h>
#include <realtime_tools/realtime_buffer.h>
#include <ros/node_handle.h>

#include <boost/thread/recursive_mutex.hpp>
#include <memory>
#include <string>

namespace diff_drive_controller {

/// The configuration that dynamic_reconfigure handles, with each range widened, where needed, to
/// hold the value the controller began with. Without that the first request of any kind, even an
/// empty query, would clamp a value from the parameter server that lies outside the range.
struct WidenedConfig : DiffDriveControllerConfig {
  WidenedConfig() = default;
  WidenedConfig(const DiffDriveControllerConfig& config)  // NOLINT(runtime/explicit)
      : DiffDriveControllerConfig(config) {}

  /// Ranges, empty (so not widened) until set.
  std::shared_ptr<const DiffDriveControllerConfig> min;
  std::shared_ptr<const DiffDriveControllerConfig> max;

  /// Hides the generated function of this name; dynamic_reconfigure::Server calls this one.
  void __clamp__();
};

/// Offers DynamicValues for change at run time (`set_parameters`) and hands them to the control
/// loop.
class DynamicParameters {
 public:
  void init(const ros::NodeHandle& nh, const DynamicValues& initial);

  /// For the control loop; does not block.
  const DynamicValues& read() { return *values_.readFromRT(); }

 private:
  using Server = dynamic_reconfigure::Server<WidenedConfig>;

  void callback(WidenedConfig& config);

  std::string controller_;
  DynamicValues current_;  // what was last accepted; guarded by mutex_
  realtime_tools::RealtimeBuffer<DynamicValues> values_;
  boost::recursive_mutex mutex_;
  std::unique_ptr<Server> server_;
};

}  // namespace diff_drive_controller
