// Where the gains of a Pid come from: arguments, parameters, XML, dynamic reconfigure.
#include <dynamic_reconfigure/server.h>
#include <ros/console.h>
#include <tinyxml.h>

#include <cmath>

#include "control_toolbox/pid.h"
#include "xml_attribute.h"

namespace control_toolbox {

void Pid::initPid(double p, double i, double d, double i_max, double i_min, bool antiwindup) {
  setGains(p, i, d, i_max, i_min, antiwindup);
  reset();
  updateDynamicReconfig();
}

void Pid::initPid(double p, double i, double d, double i_max, double i_min,
                  const ros::NodeHandle& node) {
  initPid(p, i, d, i_max, i_min, false, node);
}

void Pid::initPid(double p, double i, double d, double i_max, double i_min, bool antiwindup,
                  const ros::NodeHandle& node) {
  setGains(p, i, d, i_max, i_min, antiwindup);
  reset();
  initInterfaces(node);
}

bool Pid::initParam(const std::string& prefix, const bool quiet) {
  return init(ros::NodeHandle(prefix), quiet);
}

bool Pid::init(const ros::NodeHandle& n, const bool quiet) {
  Gains gains;
  if (!n.getParam("p", gains.p_gain_)) {
    if (!quiet) {
      ROS_ERROR_STREAM("PID without gains: " << n.getNamespace() << "/p is not a number");
    }
    return false;
  }
  n.param("i", gains.i_gain_, 0.0);
  n.param("d", gains.d_gain_, 0.0);
  n.param("antiwindup", gains.antiwindup_, false);

  double i_clamp = 0.0;
  const bool has_clamp = n.getParam("i_clamp", i_clamp);
  i_clamp = std::abs(i_clamp);
  gains.i_max_ = i_clamp;
  gains.i_min_ = -i_clamp;
  const bool has_min = n.getParam("i_clamp_min", gains.i_min_);
  const bool has_max = n.getParam("i_clamp_max", gains.i_max_);
  gains.i_min_ = -std::abs(gains.i_min_);
  gains.i_max_ = std::abs(gains.i_max_);
  if (has_clamp && has_min && has_max && (gains.i_min_ != -i_clamp || gains.i_max_ != i_clamp)) {
    ROS_WARN_STREAM(n.getNamespace()
                    << "/i_clamp (" << i_clamp
                    << ") has no effect: i_clamp_min and i_clamp_max, which dynamic "
                       "reconfigure writes too, override it with "
                    << gains.i_min_ << " and " << gains.i_max_);
  }

  setGains(gains);
  reset();
  initInterfaces(n);
  return true;
}

bool Pid::initXml(TiXmlElement* config) {
  if (!config) {
    return false;
  }
  Gains gains;
  if (!readXmlAttribute(*config, "p", gains.p_gain_) ||
      !readXmlAttribute(*config, "i", gains.i_gain_) ||
      !readXmlAttribute(*config, "d", gains.d_gain_) ||
      !readXmlAttribute(*config, "iClamp", gains.i_max_)) {
    return false;
  }
  gains.i_max_ = std::abs(gains.i_max_);
  gains.i_min_ = -gains.i_max_;
  const char* antiwindup = config->Attribute("antiwindup");
  gains.antiwindup_ =
      antiwindup && (std::string(antiwindup) == "true" || std::string(antiwindup) == "1");

  setGains(gains);
  reset();
  updateDynamicReconfig();
  return true;
}

void Pid::initInterfaces(const ros::NodeHandle& node) {
  state_publisher_.reset();
  if (node.param("publish_state", false)) {
    state_publisher_.reset(new StatePublisher(node, "state", 1));
  }
  ros::NodeHandle mutable_node(node);
  initDynamicReconfig(mutable_node);
}

void Pid::initDynamicReconfig(ros::NodeHandle& node) {
  reconfigure_server_.reset();  // its service first, if it was in the same namespace
  reconfigure_server_.reset(new ReconfigureServer(reconfigure_mutex_, node));
  // Before the callback, which the server calls at once with what it has: the gains in use, not
  // those that it read, limited to its ranges, from the parameter server.
  updateDynamicReconfig();
  reconfigure_server_->setCallback(
      [this](ParametersConfig& config, uint32_t level) { dynamicReconfigCallback(config, level); });
}

Pid::Gains Pid::getGains() { return *gains_buffer_.readFromNonRT(); }

void Pid::getGains(double& p, double& i, double& d, double& i_max, double& i_min) {
  bool antiwindup;
  getGains(p, i, d, i_max, i_min, antiwindup);
}

void Pid::getGains(double& p, double& i, double& d, double& i_max, double& i_min,
                   bool& antiwindup) {
  const Gains gains = getGains();
  p = gains.p_gain_;
  i = gains.i_gain_;
  d = gains.d_gain_;
  i_max = gains.i_max_;
  i_min = gains.i_min_;
  antiwindup = gains.antiwindup_;
}

void Pid::setGains(double p, double i, double d, double i_max, double i_min, bool antiwindup) {
  setGains(Gains(p, i, d, i_max, i_min, antiwindup));
}

void Pid::setGains(const Gains& gains) { gains_buffer_.writeFromNonRT(gains); }

void Pid::updateDynamicReconfig() { updateDynamicReconfig(getGains()); }

void Pid::updateDynamicReconfig(Gains gains_config) {
  ParametersConfig config;
  config.p = gains_config.p_gain_;
  config.i = gains_config.i_gain_;
  config.d = gains_config.d_gain_;
  config.i_clamp_max = gains_config.i_max_;
  config.i_clamp_min = gains_config.i_min_;
  config.antiwindup = gains_config.antiwindup_;
  updateDynamicReconfig(config);
}

void Pid::updateDynamicReconfig(control_toolbox::ParametersConfig config) {
  if (reconfigure_server_) {
    boost::recursive_mutex::scoped_lock guard(reconfigure_mutex_);
    reconfigure_server_->updateConfig(config);
  }
}

void Pid::dynamicReconfigCallback(control_toolbox::ParametersConfig& config, uint32_t /*level*/) {
  setGains(config.p, config.i, config.d, config.i_clamp_max, config.i_clamp_min, config.antiwindup);
}

}  // namespace control_toolbox
