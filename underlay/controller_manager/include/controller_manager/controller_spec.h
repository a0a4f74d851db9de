#pragma once

#include <controller_interface/controller_base.h>
#include <hardware_interface/controller_info.h>

namespace controller_manager {

/// A loaded controller.
struct ControllerSpec {
  hardware_interface::ControllerInfo info;
  controller_interface::ControllerBaseSharedPtr c;
};

}  // namespace controller_manager
