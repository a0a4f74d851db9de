#include <gtest/gtest.h>
#include <ros/package.h>

#include <string>

#include "api/api_context.h"
#include "api/model_xml.h"

using gazebo_ros::ModelFormat;
using gazebo_ros::prepareModel;
using ignition::math::Pose3d;

namespace {

const Pose3d kPose(1, 2, 3, 0, 0, 0);

std::string sdf(const std::string& body) { return "<sdf version='1.6'>" + body + "</sdf>"; }

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

int count(const std::string& text, const std::string& part) {
  int n = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

}  // namespace

TEST(ModelXml, SetsNameAndPoseOfAnSdf) {
  const auto xml = prepareModel("<?xml version='1.0'?><!-- top -->" + sdf("<model name='a'/>"),
                                ModelFormat::SDF, "b", kPose, "");
  EXPECT_TRUE(contains(xml, "<model name=\"b\">")) << xml;
  EXPECT_TRUE(contains(xml, "<pose>1 2 3 0 -0 0</pose>") ||
              contains(xml, "<pose>1 2 3 0 0 0</pose>"))
      << xml;
  EXPECT_FALSE(contains(xml, "<?xml")) << xml;
}

TEST(ModelXml, ComposesWithThePoseInTheSdf) {
  const auto xml = prepareModel(sdf("<model name='a'><pose>1 0 0 0 0 0</pose></model>"),
                                ModelFormat::SDF, "b", Pose3d(0, 0, 1, 0, 0, 0), "");
  EXPECT_TRUE(contains(xml, "<pose>1 0 1 ")) << xml;
}

TEST(ModelXml, SetsNameAndOriginOfAUrdf) {
  const auto xml =
      prepareModel("<robot name='a'><link name='l'/></robot>", ModelFormat::URDF, "b", kPose, "");
  EXPECT_TRUE(contains(xml, "<robot name=\"b\">")) << xml;
  EXPECT_TRUE(contains(xml, "xyz=\"1 2 3\"")) << xml;
}

TEST(ModelXml, NamesAnIncludedModelAndALight) {
  auto xml = prepareModel(sdf("<include><uri>model://x</uri></include>"), ModelFormat::SDF, "b",
                          kPose, "");
  EXPECT_TRUE(contains(xml, "<name>b</name>")) << xml;
  xml = prepareModel(sdf("<world name='w'><light name='a'/></world>"), ModelFormat::SDF, "b", kPose,
                     "");
  EXPECT_TRUE(contains(xml, "<light name=\"b\">")) << xml;
}

TEST(ModelXml, AddsTheNamespaceToPluginsWithoutOne) {
  const std::string body =
      "<robot name='a'><gazebo><plugin name='p' filename='p.so'/></gazebo><gazebo reference='l'>"
      "<sensor name='s'><plugin name='q' filename='q.so'><robotNamespace>own</robotNamespace>"
      "</plugin></sensor></gazebo></robot>";
  auto xml = prepareModel(body, ModelFormat::URDF, "b", kPose, "/ns");
  EXPECT_EQ(1, count(xml, "<robotNamespace>/ns</robotNamespace>")) << xml;
  EXPECT_EQ(1, count(xml, "<robotNamespace>own</robotNamespace>")) << xml;
  xml = prepareModel(body, ModelFormat::URDF, "b", kPose, "");
  EXPECT_EQ(1, count(xml, "<robotNamespace>")) << xml;
}

TEST(ModelXml, ResolvesPackagesInAttributesAndText) {
  const std::string here = ros::package::getPath("gazebo_ros");
  const auto xml = prepareModel(
      "<robot name='a'><mesh filename='package://gazebo_ros/a.stl'/>"
      "<!-- package://no_such_package/ in a comment is no matter -->"
      "<uri>package://gazebo_ros/b.stl</uri></robot>",
      ModelFormat::URDF, "b", kPose, "");
  EXPECT_TRUE(contains(xml, "\"" + here + "/a.stl\"")) << xml;
  EXPECT_TRUE(contains(xml, "<uri>" + here + "/b.stl</uri>")) << xml;
  EXPECT_THROW(prepareModel("<robot name='a'><m f='package://no_such_package/x'/></robot>",
                            ModelFormat::URDF, "b", kPose, ""),
               gazebo_ros::CallError);
}

TEST(ModelXml, RefusesWhatIsNotADescription) {
  for (const char* xml : {"", "text", "<robot>", "<urdf/>", "<!-- nothing -->"})
    EXPECT_THROW(prepareModel(xml, ModelFormat::URDF, "b", kPose, ""), gazebo_ros::RequestError)
        << xml;
  for (const char* xml : {"<sdf version='1.6'/>", "<robot name='a'/>",
                          "<sdf version='1.6'><model><pose>here</pose></model></sdf>"})
    EXPECT_THROW(prepareModel(xml, ModelFormat::SDF, "b", kPose, ""), gazebo_ros::RequestError)
        << xml;
}

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
