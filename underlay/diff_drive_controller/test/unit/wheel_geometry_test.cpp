#include <diff_drive_controller/wheel_geometry.h>
#include <gtest/gtest.h>

using diff_drive_controller::WheelGeometry;
using diff_drive_controller::wheelGeometryFromUrdf;

namespace {

const std::string kCylinder = "<geometry><cylinder radius='0.033' length='0.02'/></geometry>";
const std::string kSphere = "<geometry><sphere radius='0.05'/></geometry>";
const std::string kBox = "<geometry><box size='0.1 0.1 0.1'/></geometry>";
const std::string kMesh = "<geometry><mesh filename='package://none/wheel.stl'/></geometry>";

struct Robot {
  std::string left_shape = kCylinder;
  std::string right_shape = kCylinder;
  std::string left_origin = "0 0.0675 0";
  std::string right_origin = "0 -0.0675 0";
  std::string right_parent = "base";

  static std::string link(const std::string& name, const std::string& shape) {
    return "<link name='" + name + "'>" +
           (shape.empty() ? "" : "<collision>" + shape + "</collision>") + "</link>";
  }
  static std::string joint(const std::string& name, const std::string& parent,
                           const std::string& child, const std::string& origin) {
    return "<joint name='" + name + "' type='continuous'><parent link='" + parent +
           "'/><child link='" + child + "'/><origin xyz='" + origin +
           "'/><axis xyz='0 1 0'/></joint>";
  }
  std::string urdf() const {
    return "<robot name='test'>" + link("base", "") + link("mount", "") +
           link("left_link", left_shape) + link("right_link", right_shape) +
           joint("left", "base", "left_link", left_origin) +
           joint("right", right_parent, "right_link", right_origin) +
           "<joint name='fixed' type='fixed'><parent link='base'/><child link='mount'/></joint>"
           "</robot>";
  }
};

struct Result {
  bool good;
  WheelGeometry geometry;
  std::string error;
};

Result look(const Robot& robot, bool want_radius = true) {
  Result result;
  result.good = wheelGeometryFromUrdf(robot.urdf(), "left", "right", want_radius, result.geometry,
                                      result.error);
  return result;
}

void expectContains(const std::string& text, const std::string& part) {
  EXPECT_NE(std::string::npos, text.find(part)) << "'" << part << "' is not in: " << text;
}

TEST(WheelGeometry, Cylinder) {
  const Result result = look(Robot());
  ASSERT_TRUE(result.good) << result.error;
  EXPECT_DOUBLE_EQ(0.135, result.geometry.separation);
  EXPECT_DOUBLE_EQ(0.033, result.geometry.radius);
  EXPECT_TRUE(result.geometry.warnings.empty());
}

TEST(WheelGeometry, Sphere) {
  Robot robot;
  robot.left_shape = robot.right_shape = kSphere;
  const Result result = look(robot);
  ASSERT_TRUE(result.good) << result.error;
  EXPECT_DOUBLE_EQ(0.05, result.geometry.radius);
}

TEST(WheelGeometry, ShapesWithoutARadiusAreRefusedByName) {
  const std::string shapes[][2] = {
      {kBox, "has a box as collision"}, {kMesh, "has a mesh as collision"}, {"", "no collision"}};
  for (const auto& shape : shapes) {
    Robot robot;
    robot.left_shape = shape[0];
    const Result result = look(robot);
    EXPECT_FALSE(result.good);
    expectContains(result.error, "Link 'left_link' of joint 'left'");
    expectContains(result.error, shape[1]);
    expectContains(result.error, "expected a cylinder or a sphere");
  }
}

TEST(WheelGeometry, TheShapeDoesNotMatterIfTheRadiusIsKnown) {
  Robot robot;
  robot.left_shape = kBox;
  const Result result = look(robot, false);
  EXPECT_TRUE(result.good) << result.error;
  EXPECT_DOUBLE_EQ(0.135, result.geometry.separation);
}

TEST(WheelGeometry, AnUnknownJointIsNamed) {
  WheelGeometry geometry;
  std::string error;
  EXPECT_FALSE(wheelGeometryFromUrdf(Robot().urdf(), "left", "wrong", true, geometry, error));
  expectContains(error, "robot 'test' has no joint 'wrong'");
  EXPECT_FALSE(wheelGeometryFromUrdf(Robot().urdf(), "wrong", "right", true, geometry, error));
  expectContains(error, "has no joint 'wrong'");
}

TEST(WheelGeometry, TextThatIsNoUrdfIsShown) {
  WheelGeometry geometry;
  std::string error;
  for (const std::string text : {"not xml", "<robot/>", "<sdf version='1.6'/>"}) {
    EXPECT_FALSE(wheelGeometryFromUrdf(text, "left", "right", true, geometry, error));
    expectContains(error, "expected a valid URDF, found text that begins with '" + text + "'");
  }
}

TEST(WheelGeometry, TheSeparationIsTheDistanceInSpace) {
  Robot robot;
  robot.left_origin = "0.3 0.2 0";
  robot.right_origin = "0 -0.2 0";
  const Result result = look(robot);
  ASSERT_TRUE(result.good);
  EXPECT_DOUBLE_EQ(0.5, result.geometry.separation);
  ASSERT_EQ(1u, result.geometry.warnings.size());
  expectContains(result.geometry.warnings[0], "not opposite each other");
}

TEST(WheelGeometry, DoubtfulModelsAreWarnedAbout) {
  Robot robot;
  robot.right_parent = "mount";
  Result result = look(robot);
  ASSERT_EQ(1u, result.geometry.warnings.size());
  expectContains(result.geometry.warnings[0], "different parent links, 'base' and 'mount'");

  robot = Robot();
  robot.right_shape = kSphere;
  result = look(robot);
  ASSERT_EQ(1u, result.geometry.warnings.size());
  expectContains(result.geometry.warnings[0], "different radii");
  EXPECT_DOUBLE_EQ(0.033, result.geometry.radius);
}

}  // namespace
