#include <diffbot_base/stop_request.h>
#include <ros/ros.h>
#include <ros/xmlrpc_manager.h>

#include <atomic>
#include <csignal>

namespace diffbot_base {

namespace {

std::atomic<bool> requested{false};
static_assert(ATOMIC_BOOL_LOCK_FREE == 2, "the signal handler needs an atomic without a lock");

void onSignal(int) { requested = true; }

// What ROS itself does at once, here after the zero command.
void onShutdownOrder(XmlRpc::XmlRpcValue& parameters, XmlRpc::XmlRpcValue& result) {
  std::string reason;
  if (parameters.getType() == XmlRpc::XmlRpcValue::TypeArray && parameters.size() > 1)
    reason = static_cast<std::string>(parameters[1]);
  ROS_WARN_STREAM("told to shut down: " << reason);
  requested = true;
  result = ros::xmlrpc::responseInt(1, "", 0);
}

}  // namespace

void catchStopRequests() {
  std::signal(SIGINT, onSignal);
  std::signal(SIGTERM, onSignal);
  std::signal(SIGHUP, onSignal);
  ros::XMLRPCManager::instance()->unbind("shutdown");
  ros::XMLRPCManager::instance()->bind("shutdown", onShutdownOrder);
}

bool stopRequested() { return requested; }

void requestStop() { requested = true; }

}  // namespace diffbot_base
