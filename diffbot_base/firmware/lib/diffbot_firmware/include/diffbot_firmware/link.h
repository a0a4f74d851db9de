// Names on the link. Robots in the field use them: they stay.
#pragma once

namespace diffbot_firmware {

// Published by the firmware, in the order in which it registers them (the order sets the ids).
constexpr const char* kEncoderTicksTopic = "encoder_ticks";
constexpr const char* kMeasuredJointStatesTopic = "measured_joint_states";

// Subscribed, in order.
constexpr const char* kWheelCommandTopic = "wheel_cmd_velocities";
constexpr const char* kResetTopic = "reset";
constexpr const char* kPidLeftTopic = "pid_left";
constexpr const char* kPidRightTopic = "pid_right";

// Parameters that the firmware asks for after a start, in this order.
constexpr const char* kEncoderResolutionParam = "/diffbot/encoder_resolution";
constexpr const char* kWheelRadiusParam = "/diffbot/mobile_base_controller/wheel_radius";
constexpr const char* kMaxVelocityParam = "/diffbot/mobile_base_controller/linear/x/max_velocity";
constexpr const char* kDebugParam = "/diffbot/debug/base_controller";

}  // namespace diffbot_firmware
