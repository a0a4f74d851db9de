#pragma once

#include <diagnostic_msgs/DiagnosticArray.h>
#include <diffbot_base/any_message.h>
#include <diffbot_base/ring_buffer.h>
#include <diffbot_base/wheel_link.h>
#include <diffbot_msgs/WheelsCmdStamped.h>
#include <geometry_msgs/Twist.h>
#include <realtime_tools/realtime_publisher.h>
#include <ros/ros.h>
#include <std_msgs/Bool.h>

#include <atomic>
#include <mutex>
#include <string>
#include <vector>

namespace diffbot_base {

/// The wheel link over the topics that the serial node relays. Callbacks run in ROS' threads, the
/// WheelLink functions in the loop; between them are only a ring buffer and atomics.
class TopicLink : public WheelLink {
 public:
  /// What is known of the link beside the measurements, for messages and diagnostics.
  struct Report {
    uint64_t received = 0;   ///< messages on measured_joint_states
    uint64_t malformed = 0;  ///< of those, not of the length that they claim
    uint64_t lost = 0;       ///< arrived while the loop stood still
    uint64_t commands_sent = 0;
    uint64_t commands_busy = 0;  ///< left out because the one before was still being sent
    uint32_t publishers = 0;     ///< of measured_joint_states
    uint32_t listeners = 0;      ///< of wheel_cmd_velocities
    std::string wrong_firmware;  ///< what does not fit and what to update; empty: nothing known
    std::string serial_node;     ///< the serial node's last status message; empty: none has come
    double serial_node_age_s = 0.0;
    std::vector<std::pair<std::string, std::string>> serial_values;  ///< its counters
  };

  /// Subscribes and advertises in the namespace of `nh`. `joints` is [left, right], for joint
  /// states with names; the firmware sends none. `command_topic` may be empty.
  TopicLink(const ros::NodeHandle& nh, const std::array<std::string, 2>& joints,
            const std::string& command_topic);

  bool receive(Measurement* measurement) override { return measurements_.pop(measurement); }
  void send(const WheelPair& speeds) override;
  bool emergencyStop() const override { return emergency_; }
  bool wrongFirmware() const override;
  uint64_t commandsReceived() const override { return commands_received_; }

  /// Zero speed, published for sure: waits until the message is on its way. Not for the loop.
  void sendZeroAndWait();

  Report report() const;

  std::string measurementTopic() const { return measured_.getTopic(); }
  std::string commandTopic() const { return zero_.getTopic(); }

 private:
  void onMeasurement(const ros::MessageEvent<AnyMessage const>& event);
  void onEmergency(const std_msgs::Bool& message) { emergency_ = message.data; }
  void onCommand(const geometry_msgs::Twist&) { ++commands_received_; }
  void onDiagnostics(const diagnostic_msgs::DiagnosticArray& message);
  void noteWrongType(const ros::M_string& header);

  std::array<std::string, 2> joints_;
  RingBuffer<Measurement, 64> measurements_;
  std::atomic<bool> emergency_{false};
  std::atomic<bool> refused_{false};              // by the serial node: one of our two topics
  std::atomic<double> wrong_type_until_s_{-1.0};  // steady clock: seen on the topic itself
  std::atomic<uint64_t> commands_received_{0};
  std::atomic<uint64_t> received_{0};
  std::atomic<uint64_t> malformed_{0};
  std::atomic<uint64_t> lost_{0};
  std::atomic<uint64_t> commands_sent_{0};
  std::atomic<uint64_t> commands_busy_{0};

  mutable std::mutex texts_mutex_;  // of the next five; the loop never takes it
  std::string refused_text_;
  std::string wrong_type_text_;
  std::string serial_text_;
  double serial_time_s_ = 0.0;
  std::vector<std::pair<std::string, std::string>> serial_values_;

  realtime_tools::RealtimePublisher<diffbot_msgs::WheelsCmdStamped> command_;
  ros::Publisher zero_;  // the same topic, without the thread in between
  ros::Subscriber measured_;
  ros::Subscriber emergency_stop_;
  ros::Subscriber velocity_command_;
  ros::Subscriber diagnostics_;
};

}  // namespace diffbot_base
