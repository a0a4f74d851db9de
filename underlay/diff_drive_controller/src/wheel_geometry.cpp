#include <diff_drive_controller/wheel_geometry.h>
#include <urdf/model.h>

#include <cmath>

namespace diff_drive_controller {

namespace {

/// Two wheels that differ by more than this are worth a warning.
constexpr double kNoticeable = 1e-4;  // m

bool collisionRadius(const urdf::Model& model, const urdf::Joint& joint, double& radius,
                     std::string& error) {
  const std::string& link_name = joint.child_link_name;
  const urdf::LinkConstSharedPtr link = model.getLink(link_name);
  const std::string expected =
      ": expected a cylinder or a sphere to take the wheel radius from (or give wheel_radius)";
  if (!link || !link->collision || !link->collision->geometry) {
    error = "Link '" + link_name + "' of joint '" + joint.name + "' has no collision geometry" +
            expected;
    return false;
  }
  const urdf::Geometry& shape = *link->collision->geometry;
  if (shape.type == urdf::Geometry::CYLINDER) {
    radius = static_cast<const urdf::Cylinder&>(shape).radius;
  } else if (shape.type == urdf::Geometry::SPHERE) {
    radius = static_cast<const urdf::Sphere&>(shape).radius;
  } else {
    error = "Link '" + link_name + "' of joint '" + joint.name + "' has a " +
            (shape.type == urdf::Geometry::BOX ? "box" : "mesh") + " as collision geometry" +
            expected;
    return false;
  }
  if (!(radius > 0.0)) {
    error = "Link '" + link_name + "' has a collision radius of " + std::to_string(radius) +
            " m: expected > 0";
    return false;
  }
  return true;
}

void noteDoubts(const urdf::Model& model, const urdf::Joint& left, const urdf::Joint& right,
                WheelGeometry& geometry) {
  const std::string pair = "joints '" + left.name + "' and '" + right.name + "'";
  if (left.parent_link_name != right.parent_link_name) {
    geometry.warnings.push_back("The " + pair + " have different parent links, '" +
                                left.parent_link_name + "' and '" + right.parent_link_name +
                                "': their distance is not the wheel separation");
  }
  const auto& l = left.parent_to_joint_origin_transform.position;
  const auto& r = right.parent_to_joint_origin_transform.position;
  if (std::fabs(l.x - r.x) > kNoticeable || std::fabs(l.z - r.z) > kNoticeable) {
    geometry.warnings.push_back("The " + pair +
                                " are not opposite each other (x or z differs): their distance is "
                                "more than the wheel separation");
  }
  double right_radius = 0.0;
  std::string ignored;
  if (geometry.radius > 0.0 && collisionRadius(model, right, right_radius, ignored) &&
      std::fabs(right_radius - geometry.radius) > kNoticeable) {
    geometry.warnings.push_back("The wheels of " + pair + " have different radii, " +
                                std::to_string(geometry.radius) + " and " +
                                std::to_string(right_radius) + " m: the left one is used for both");
  }
}

}  // namespace

bool wheelGeometryFromUrdf(const std::string& urdf_xml, const std::string& left_joint,
                           const std::string& right_joint, bool want_radius,
                           WheelGeometry& geometry, std::string& error) {
  urdf::Model model;
  if (!model.initString(urdf_xml)) {
    error = "expected a valid URDF, found text that begins with '" + urdf_xml.substr(0, 60) + "'";
    return false;
  }
  const urdf::JointConstSharedPtr left = model.getJoint(left_joint);
  const urdf::JointConstSharedPtr right = model.getJoint(right_joint);
  if (!left || !right) {
    error = "the URDF of robot '" + model.getName() + "' has no joint '" +
            (left ? right_joint : left_joint) + "', which a wheel parameter names";
    return false;
  }
  if (want_radius && !collisionRadius(model, *left, geometry.radius, error)) return false;

  const auto& l = left->parent_to_joint_origin_transform.position;
  const auto& r = right->parent_to_joint_origin_transform.position;
  geometry.separation =
      std::sqrt(std::pow(l.x - r.x, 2) + std::pow(l.y - r.y, 2) + std::pow(l.z - r.z, 2));
  noteDoubts(model, *left, *right, geometry);
  return true;
}

}  // namespace diff_drive_controller
