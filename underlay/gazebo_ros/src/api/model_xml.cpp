#include "api/model_xml.h"

#include <ros/package.h>
#include <tinyxml2.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <sstream>

#include "api/api_context.h"

namespace gazebo_ros {

namespace {

using ignition::math::Pose3d;
using tinyxml2::XMLElement;

const std::string kScheme = "package://";

/// The text with every package://NAME/ replaced by the package's folder.
std::string resolvePackages(const std::string& text) {
  std::string resolved = text;
  for (size_t at = resolved.find(kScheme); at != std::string::npos; at = resolved.find(kScheme)) {
    const size_t begin = at + kScheme.size();
    const size_t end = std::min(resolved.find('/', begin), resolved.size());
    const std::string package = resolved.substr(begin, end - begin);
    const std::string path = ros::package::getPath(package);
    if (path.empty())
      throw CallError("package '" + package + "' of '" + text + "' is not in ROS_PACKAGE_PATH");
    resolved.replace(at, end - at, path);
  }
  return resolved;
}

void resolvePackages(XMLElement& element) {
  for (auto* a = element.FirstAttribute(); a; a = a->Next())
    if (std::strstr(a->Value(), kScheme.c_str()))
      element.SetAttribute(a->Name(), resolvePackages(a->Value()).c_str());
  for (auto* node = element.FirstChild(); node; node = node->NextSibling()) {
    if (auto* text = node->ToText()) {
      if (std::strstr(text->Value(), kScheme.c_str()))
        text->SetValue(resolvePackages(text->Value()).c_str());
    } else if (auto* child = node->ToElement()) {
      resolvePackages(*child);
    }
  }
}

void addRobotNamespace(XMLElement& element, const std::string& robot_namespace) {
  for (auto* child = element.FirstChildElement(); child; child = child->NextSiblingElement())
    addRobotNamespace(*child, robot_namespace);
  if (std::strcmp(element.Name(), "plugin") != 0 || element.FirstChildElement("robotNamespace"))
    return;
  auto* tag = element.GetDocument()->NewElement("robotNamespace");
  tag->SetText(robot_namespace.c_str());
  element.InsertEndChild(tag);
}

/// "x y z" and "roll pitch yaw", with every digit that a double has.
std::string digits(double a, double b, double c) {
  char text[96];
  std::snprintf(text, sizeof(text), "%.17g %.17g %.17g", a, b, c);
  return text;
}

void setUrdfPose(XMLElement& robot, const Pose3d& pose) {
  auto* origin = robot.FirstChildElement("origin");
  Pose3d own;
  if (origin) {
    std::istringstream xyz(origin->Attribute("xyz") ? origin->Attribute("xyz") : "0 0 0");
    std::istringstream rpy(origin->Attribute("rpy") ? origin->Attribute("rpy") : "0 0 0");
    ignition::math::Vector3d position, angles;
    xyz >> position;
    rpy >> angles;
    own.Set(position, angles);
  } else {
    origin = robot.GetDocument()->NewElement("origin");
    robot.InsertFirstChild(origin);
  }
  const Pose3d total = own + pose;
  const auto angles = total.Rot().Euler();
  origin->SetAttribute("xyz", digits(total.Pos().X(), total.Pos().Y(), total.Pos().Z()).c_str());
  origin->SetAttribute("rpy", digits(angles.X(), angles.Y(), angles.Z()).c_str());
}

/// The child of that name, made if it is missing.
XMLElement& child(XMLElement& parent, const char* name) {
  if (auto* element = parent.FirstChildElement(name)) return *element;
  auto* element = parent.GetDocument()->NewElement(name);
  parent.InsertFirstChild(element);
  return *element;
}

void setSdfPose(XMLElement& entity, const Pose3d& pose) {
  XMLElement& element = child(entity, "pose");
  Pose3d own;
  if (element.GetText()) {
    std::istringstream text(element.GetText());
    if (!(text >> own))
      throw RequestError(std::string("<pose>") + element.GetText() + "</pose> is not six numbers");
  }
  const Pose3d total = own + pose;
  const auto angles = total.Rot().Euler();
  const std::string text = digits(total.Pos().X(), total.Pos().Y(), total.Pos().Z()) + " " +
                           digits(angles.X(), angles.Y(), angles.Z());
  element.SetText(text.c_str());
}

/// Gives the first <include>, <model> or <light> below <sdf> or <world> name and pose.
void setSdfNameAndPose(XMLElement& root, const std::string& name, const Pose3d& pose) {
  XMLElement* parent = &root;
  if (auto* world = root.FirstChildElement("world")) parent = world;
  if (auto* include = parent->FirstChildElement("include")) {
    child(*include, "name").SetText(name.c_str());
    setSdfPose(*include, pose);
    return;
  }
  auto* entity = parent->FirstChildElement("model");
  if (!entity) entity = parent->FirstChildElement("light");
  if (!entity) throw RequestError("the SDF has neither a <model> nor a <light> nor an <include>");
  entity->SetAttribute("name", name.c_str());
  setSdfPose(*entity, pose);
}

}  // namespace

std::string prepareModel(const std::string& xml, ModelFormat format, const std::string& name,
                         const Pose3d& pose, const std::string& robot_namespace) {
  tinyxml2::XMLDocument document;
  if (xml.empty()) throw RequestError("model_xml is empty");
  if (document.Parse(xml.c_str()) != tinyxml2::XML_SUCCESS)
    throw RequestError(std::string("model_xml is not well-formed XML: ") + document.ErrorStr());
  XMLElement* root = document.RootElement();
  if (!root) throw RequestError("model_xml has no root element");

  const std::string tag = root->Name();
  const std::string wanted = format == ModelFormat::URDF ? "robot" : "sdf";
  if (tag != wanted)
    throw RequestError("model_xml is not " +
                       std::string(format == ModelFormat::URDF ? "a URDF" : "an SDF") +
                       ": its root element is <" + tag + ">, not <" + wanted + ">");

  resolvePackages(*root);
  if (format == ModelFormat::URDF) {
    root->SetAttribute("name", name.c_str());
    setUrdfPose(*root, pose);
  } else {
    setSdfNameAndPose(*root, name, pose);
  }
  if (!robot_namespace.empty()) addRobotNamespace(*root, robot_namespace);

  tinyxml2::XMLPrinter printer;
  root->Accept(&printer);
  return printer.CStr();
}

}  // namespace gazebo_ros
