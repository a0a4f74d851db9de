#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "transmission_interface/transmission_parser.h"

using transmission_interface::TransmissionInfo;
using transmission_interface::TransmissionParser;
using Strings = std::vector<std::string>;

namespace {

const std::string kType = "<type>transmission_interface/SimpleTransmission</type>";
const std::string kJoint =
    "<joint name='wheel_joint'>"
    "<hardwareInterface>hardware_interface/VelocityJointInterface</hardwareInterface></joint>";
const std::string kActuator =
    "<actuator name='motor'><mechanicalReduction>1</mechanicalReduction></actuator>";

std::string robot(const std::string& content) {
  return "<?xml version='1.0'?><robot name='r'>" + content + "</robot>";
}

std::string transmission(const std::string& content, const std::string& name = "t") {
  return "<transmission name='" + name + "'>" + content + "</transmission>";
}

// What is read of a description; a description that is XML must be accepted.
std::vector<TransmissionInfo> read(const std::string& urdf) {
  std::vector<TransmissionInfo> transmissions;
  EXPECT_TRUE(TransmissionParser::parse(urdf, transmissions)) << urdf;
  return transmissions;
}

Strings names(const std::vector<TransmissionInfo>& transmissions) {
  Strings names;
  for (const TransmissionInfo& transmission : transmissions) {
    names.push_back(transmission.name_);
  }
  return names;
}

// Gives the protected parts to the tests, as a subclass outside may do.
struct OpenParser : TransmissionParser {
  using TransmissionParser::parseActuators;
  using TransmissionParser::parseJoints;
};

}  // namespace

TEST(TransmissionParser, ReadsEveryPart) {
  const auto found =
      read(robot("<link name='base'/>" +
                 transmission("<type> transmission_interface/SimpleTransmission </type>"
                              "<joint name='wheel_joint'><role>left</role>"
                              "<hardwareInterface>\n a/One </hardwareInterface>"
                              "<hardwareInterface>a/Two</hardwareInterface></joint>"
                              "<actuator name='motor'><hardwareInterface>b/One</hardwareInterface>"
                              "<mechanicalReduction>3.5</mechanicalReduction></actuator>",
                              "wheel_transmission")));
  ASSERT_EQ(1u, found.size());
  EXPECT_EQ("wheel_transmission", found[0].name_);
  EXPECT_EQ("transmission_interface/SimpleTransmission", found[0].type_);

  ASSERT_EQ(1u, found[0].joints_.size());
  EXPECT_EQ("wheel_joint", found[0].joints_[0].name_);
  EXPECT_EQ("left", found[0].joints_[0].role_);
  EXPECT_EQ(Strings({"a/One", "a/Two"}), found[0].joints_[0].hardware_interfaces_);

  ASSERT_EQ(1u, found[0].actuators_.size());
  EXPECT_EQ("motor", found[0].actuators_[0].name_);
  EXPECT_EQ(Strings({"b/One"}), found[0].actuators_[0].hardware_interfaces_);
}

TEST(TransmissionParser, KeepsElementsAsXml) {
  const auto found = read(robot(transmission(kType + kJoint + kActuator)));
  ASSERT_EQ(1u, found.size());
  TiXmlDocument joint;
  joint.Parse(found[0].joints_[0].xml_element_.c_str());
  ASSERT_TRUE(joint.RootElement() != nullptr);
  EXPECT_STREQ("wheel_joint", joint.RootElement()->Attribute("name"));
  EXPECT_TRUE(joint.RootElement()->FirstChildElement("hardwareInterface") != nullptr);
  TiXmlDocument actuator;
  actuator.Parse(found[0].actuators_[0].xml_element_.c_str());
  ASSERT_TRUE(actuator.RootElement() != nullptr);
  EXPECT_STREQ("1", actuator.RootElement()->FirstChildElement("mechanicalReduction")->GetText());
}

TEST(TransmissionParser, ReadsSeveralInOrder) {
  const std::string parts = kType + kJoint + kActuator;
  EXPECT_EQ(Strings({"c", "a", "b"}),
            names(read(robot(transmission(parts, "c") + transmission(parts, "a") +
                             "<joint name='j'/>" + transmission(parts, "b")))));
  const auto found = read(robot(transmission(
      kType + kJoint + "<joint name='other'><hardwareInterface>x</hardwareInterface></joint>" +
      kActuator + "<actuator name='second'/>")));
  ASSERT_EQ(1u, found.size());
  ASSERT_EQ(2u, found[0].joints_.size());
  EXPECT_EQ("other", found[0].joints_[1].name_);
  ASSERT_EQ(2u, found[0].actuators_.size());
  EXPECT_EQ("second", found[0].actuators_[1].name_);
}

TEST(TransmissionParser, RoleAndActuatorInterfaceAreOptional) {
  const auto found = read(robot(transmission(kType + kJoint + "<actuator name='m'/>")));
  ASSERT_EQ(1u, found.size());
  EXPECT_EQ("", found[0].joints_[0].role_);
  EXPECT_TRUE(found[0].actuators_[0].hardware_interfaces_.empty());
}

TEST(TransmissionParser, SkipsTransmissionThatLacksAPartAndReadsTheRest) {
  const Strings broken = {
      "<transmission>" + kType + kJoint + kActuator + "</transmission>",
      transmission(kType + kJoint + kActuator, ""),
      transmission(kJoint + kActuator),
      transmission("<type/>" + kJoint + kActuator),
      transmission("<type>  </type>" + kJoint + kActuator),
      transmission(kType + kActuator),
      transmission(kType + "<joint><hardwareInterface>x</hardwareInterface></joint>" + kActuator),
      transmission(kType + "<joint name=''><hardwareInterface>x</hardwareInterface></joint>" +
                   kActuator),
      transmission(kType + "<joint name='j'/>" + kActuator),
      transmission(kType + "<joint name='j'><hardwareInterface/></joint>" + kActuator),
      transmission(kType + "<joint name='j'><hardwareInterface> </hardwareInterface></joint>" +
                   kActuator),
      transmission(kType + kJoint),
      transmission(kType + kJoint + "<actuator/>"),
      transmission(kType + kJoint + "<actuator name=''/>"),
      "<transmission/>",
  };
  const std::string good = kType + kJoint + kActuator;
  for (const std::string& bad : broken) {
    EXPECT_EQ(Strings({"before", "after"}),
              names(read(robot(transmission(good, "before") + bad + transmission(good, "after")))))
        << bad;
  }
}

TEST(TransmissionParser, SkipsInvalidJointsAndActuatorsBesideValidOnes) {
  const auto found = read(robot(
      transmission(kType + "<joint name='no_interface'/>" + kJoint + "<actuator/>" + kActuator)));
  ASSERT_EQ(1u, found.size());
  ASSERT_EQ(1u, found[0].joints_.size());
  EXPECT_EQ("wheel_joint", found[0].joints_[0].name_);
  ASSERT_EQ(1u, found[0].actuators_.size());
  EXPECT_EQ("motor", found[0].actuators_[0].name_);
}

TEST(TransmissionParser, SkipsEmptyInterfaceBesideOthers) {
  const auto found = read(robot(
      transmission(kType +
                   "<joint name='j'><hardwareInterface/><hardwareInterface>x</hardwareInterface>"
                   "</joint>" +
                   kActuator)));
  ASSERT_EQ(1u, found.size());
  EXPECT_EQ(Strings({"x"}), found[0].joints_[0].hardware_interfaces_);
}

TEST(TransmissionParser, NoTransmissionsIsNoError) { EXPECT_TRUE(read(robot("")).empty()); }

TEST(TransmissionParser, RefusesWhatIsNotXmlAndGivesNone) {
  for (const std::string& bad : Strings(
           {"", "   ", "not xml", "<robot>", "<robot><a></robot>", "<!-- only a comment -->"})) {
    std::vector<TransmissionInfo> transmissions(1);
    EXPECT_FALSE(TransmissionParser::parse(bad, transmissions)) << "'" << bad << "'";
    EXPECT_TRUE(transmissions.empty()) << "'" << bad << "'";
  }
}

TEST(TransmissionParser, ReplacesEarlierContent) {
  std::vector<TransmissionInfo> transmissions(3);
  TransmissionParser parser;  // upstream's users call it on an object too
  EXPECT_TRUE(parser.parse(robot(transmission(kType + kJoint + kActuator)), transmissions));
  EXPECT_EQ(Strings({"t"}), names(transmissions));
}

TEST(TransmissionParser, PartsTellWhetherAnythingIsValid) {
  TiXmlDocument document;
  document.Parse(transmission(kType + kJoint).c_str());
  std::vector<transmission_interface::JointInfo> joints(2);
  std::vector<transmission_interface::ActuatorInfo> actuators(2);
  EXPECT_TRUE(OpenParser::parseJoints(document.RootElement(), joints));
  EXPECT_EQ(1u, joints.size());
  EXPECT_FALSE(OpenParser::parseActuators(document.RootElement(), actuators));
  EXPECT_TRUE(actuators.empty());
}

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
