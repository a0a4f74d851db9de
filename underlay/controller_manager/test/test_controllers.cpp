// The test controllers that fixture_package/plugins.xml declares.

#include "test_controllers.h"

#include <pluginlib/class_list_macros.hpp>

using namespace controller_manager_test;

PLUGINLIB_EXPORT_CLASS(Effort, controller_interface::ControllerBase)
PLUGINLIB_EXPORT_CLASS(Velocity, controller_interface::ControllerBase)
PLUGINLIB_EXPORT_CLASS(StateReader, controller_interface::ControllerBase)
PLUGINLIB_EXPORT_CLASS(EffortAndVelocity, controller_interface::ControllerBase)
PLUGINLIB_EXPORT_CLASS(NeedsPosVel, controller_interface::ControllerBase)
PLUGINLIB_EXPORT_CLASS(InitFails, controller_interface::ControllerBase)
