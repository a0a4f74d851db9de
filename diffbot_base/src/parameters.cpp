#include <diffbot_base/parameters.h>
#include <urdf/model.h>

#include <set>

namespace diffbot_base {

namespace {

const char kGroup[] = "hardware_interface";

class Reader {
 public:
  explicit Reader(const ros::NodeHandle& nh) : nh_(nh) {}

  void read(const std::string& name, double* value) {
    XmlRpc::XmlRpcValue given;
    if (!has(name, &given)) return;
    if (given.getType() == XmlRpc::XmlRpcValue::TypeDouble)
      *value = static_cast<double>(given);
    else if (given.getType() == XmlRpc::XmlRpcValue::TypeInt)
      *value = static_cast<int>(given);
    else
      wrongType(name, "a number");
  }

  void read(const std::string& name, int* value) {
    XmlRpc::XmlRpcValue given;
    if (!has(name, &given)) return;
    if (given.getType() == XmlRpc::XmlRpcValue::TypeInt)
      *value = static_cast<int>(given);
    else
      wrongType(name, "an integer");
  }

  void read(const std::string& name, bool* value) {
    XmlRpc::XmlRpcValue given;
    if (!has(name, &given)) return;
    if (given.getType() == XmlRpc::XmlRpcValue::TypeBoolean)
      *value = static_cast<bool>(given);
    else
      wrongType(name, "true or false");
  }

  void read(const std::string& name, std::string* value) {
    XmlRpc::XmlRpcValue given;
    if (!has(name, &given)) return;
    if (given.getType() == XmlRpc::XmlRpcValue::TypeString)
      *value = static_cast<std::string>(given);
    else
      wrongType(name, "a text");
  }

  void read(const std::string& name, std::array<std::string, 2>* value) {
    XmlRpc::XmlRpcValue given;
    if (!has(name, &given)) return;
    const bool pair = given.getType() == XmlRpc::XmlRpcValue::TypeArray && given.size() == 2 &&
                      given[0].getType() == XmlRpc::XmlRpcValue::TypeString &&
                      given[1].getType() == XmlRpc::XmlRpcValue::TypeString;
    if (pair)
      *value = {{static_cast<std::string>(given[0]), static_cast<std::string>(given[1])}};
    else
      wrongType(name, "a list of two joint names: [left, right]");
  }

  // A misspelled name must not pass for a default.
  void refuseUnknown() {
    XmlRpc::XmlRpcValue all;
    if (!nh_.getParam(kGroup, all) || all.getType() != XmlRpc::XmlRpcValue::TypeStruct) return;
    for (const auto& entry : all)
      if (known_.count(std::string(kGroup) + "/" + entry.first) == 0)
        found.push_back("parameter " + nh_.resolveName(kGroup) + "/" + entry.first +
                        " is unknown: nothing reads it");
  }

  std::vector<std::string> found;

 private:
  bool has(const std::string& name, XmlRpc::XmlRpcValue* value) {
    known_.insert(name);
    return nh_.getParam(name, *value);
  }

  void wrongType(const std::string& name, const std::string& expected) {
    found.push_back("parameter " + nh_.resolveName(name) + " must be " + expected);
  }

  ros::NodeHandle nh_;
  std::set<std::string> known_;
};

std::string jointNames(const urdf::Model& model) {
  std::string names;
  for (const auto& joint : model.joints_) names += (names.empty() ? "" : ", ") + joint.first;
  return names.empty() ? "none" : names;
}

}  // namespace

std::vector<std::string> readSettings(const ros::NodeHandle& nh, Settings* settings) {
  Reader reader(nh);
  const std::string group = std::string(kGroup) + "/";
  reader.read(group + "joints", &settings->joints);
  reader.read("encoder_resolution", &settings->encoder_resolution);
  reader.read("gain", &settings->gain);
  reader.read("trim", &settings->trim);
  reader.read("motor_constant", &settings->motor_constant);
  reader.read("pwm_limit", &settings->pwm_limit);
  reader.read("debug/hardware_interface", &settings->debug);
  reader.read(group + "loop_rate", &settings->loop_rate);
  reader.read(group + "firmware_rate", &settings->firmware_rate);
  reader.read(group + "stale_periods", &settings->stale_periods);
  reader.read(group + "start_timeout", &settings->start_timeout);
  reader.read(group + "max_wheel_speed", &settings->max_wheel_speed);
  reader.read(group + "max_wheel_acceleration", &settings->max_wheel_acceleration);
  reader.read(group + "recovery_ramp", &settings->recovery_ramp);
  reader.read(group + "no_motion_timeout", &settings->no_motion_timeout);
  reader.read(group + "real_time_priority", &settings->real_time_priority);
  reader.read(group + "command_topic", &settings->command_topic);
  reader.refuseUnknown();
  std::vector<std::string> found = reader.found;
  const std::vector<std::string> values = problems(*settings);
  found.insert(found.end(), values.begin(), values.end());
  return found;
}

std::vector<std::string> checkDescription(const ros::NodeHandle& nh, const Settings& settings) {
  const std::string name = nh.resolveName("robot_description");
  std::string urdf;
  if (!nh.getParam("robot_description", urdf) || urdf.empty())
    return {"parameter " + name +
            " is missing: start this node with diffbot_base/launch/diffbot.launch, or load the "
            "description with diffbot_description/launch/description.launch first"};
  return checkUrdf(urdf, name, settings);
}

std::vector<std::string> checkUrdf(const std::string& urdf, const std::string& name,
                                   const Settings& settings) {
  urdf::Model model;
  if (!model.initString(urdf)) return {"parameter " + name + " holds no URDF that can be read"};
  std::vector<std::string> found;
  std::array<double, 2> y = {{0.0, 0.0}};
  for (size_t i = 0; i < 2; ++i) {
    const urdf::JointConstSharedPtr joint = model.getJoint(settings.joints[i]);
    if (!joint) {
      found.push_back("joint \"" + settings.joints[i] + "\" of " + kGroup + "/joints is not in " +
                      name + ", whose joints are: " + jointNames(model));
      continue;
    }
    if (joint->type != urdf::Joint::CONTINUOUS)
      found.push_back("joint \"" + settings.joints[i] + "\" in " + name +
                      " is no continuous joint, so it is no wheel");
    y[i] = joint->parent_to_joint_origin_transform.position.y;
  }
  if (found.empty() && y[0] <= y[1])
    found.push_back("the joints of " + std::string(kGroup) +
                    "/joints are swapped: [left, right] is "
                    "[" +
                    settings.joints[0] + ", " + settings.joints[1] + "], but in " + name +
                    " the first does not lie to the left of the second");
  return found;
}

}  // namespace diffbot_base
