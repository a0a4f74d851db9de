#pragma once

#include <string>
#include <vector>

namespace diff_drive_controller {

/// What a URDF says about the first wheel of each side.
struct WheelGeometry {
  double separation = 0.0;            ///< m
  double radius = 0.0;                ///< m, 0 if it was not asked for
  std::vector<std::string> warnings;  ///< what makes the values doubtful
};

/// Looks the wheels up in a URDF.
///
/// Separation: the distance (3-D) of the two joints' origins in their parent links, which should be
/// one and the same link. Radius: that of the left wheel's child link's collision geometry, which
/// must be a cylinder or a sphere.
/// @param want_radius false: the collision geometry is not looked at
/// @param error says what is missing and what is expected, if false is returned
bool wheelGeometryFromUrdf(const std::string& urdf_xml, const std::string& left_joint,
                           const std::string& right_joint, bool want_radius,
                           WheelGeometry& geometry, std::string& error);

}  // namespace diff_drive_controller
