#ifndef GAZEBO_ROS_API_API_CONTEXT_H
#define GAZEBO_ROS_API_API_CONTEXT_H

#include <ros/ros.h>

#include <atomic>
#include <functional>
#include <gazebo/physics/PhysicsTypes.hh>
#include <stdexcept>
#include <string>
#include <vector>

#include "api/step_gate.h"

namespace gazebo_ros {

/// What every group of services shares. Services run one at a time in the service thread.
struct ApiContext {
  gazebo::physics::WorldPtr world;
  ros::NodeHandle node;  ///< namespace of the services, served by the service thread
  StepGate gate;
  std::atomic<bool> stopping{false};  ///< the server shuts down: waits end
};

/// A request that cannot be fulfilled; its text becomes the answer's status_message.
class RequestError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// As RequestError, but the call itself fails (the client gets an exception instead of an answer).
class CallError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Advertises services on a context and keeps them. Handlers report failure by an exception.
class ServiceGroup {
 public:
  explicit ServiceGroup(ApiContext& context) : context_(context) {}
  virtual ~ServiceGroup() = default;
  ServiceGroup(const ServiceGroup&) = delete;
  ServiceGroup& operator=(const ServiceGroup&) = delete;

 protected:
  template <class Service>
  using Handler =
      std::function<void(const typename Service::Request&, typename Service::Response&)>;

  /// Service whose answer has success and status_message. `title` starts the status message.
  template <class Service>
  void serve(const std::string& name, const std::string& title, Handler<Service> handler) {
    using Request = typename Service::Request;
    using Response = typename Service::Response;
    boost::function<bool(Request&, Response&)> callback = [title, handler](Request& request,
                                                                           Response& response) {
      try {
        handler(request, response);
        response.success = true;
        if (response.status_message.empty()) response.status_message = title + ": done";
      } catch (const CallError& error) {
        ROS_ERROR_STREAM_NAMED("api_plugin", title << ": " << error.what());
        return false;
      } catch (const std::exception& error) {
        response.success = false;
        response.status_message = title + ": " + error.what();
        ROS_WARN_STREAM_NAMED("api_plugin", response.status_message);
      }
      return true;
    };
    servers_.push_back(context_.node.advertiseService(name, callback));
  }

  /// Service with an empty answer: failure is logged, and fails the call.
  template <class Service>
  void serveEmpty(const std::string& name, Handler<Service> handler) {
    using Request = typename Service::Request;
    using Response = typename Service::Response;
    boost::function<bool(Request&, Response&)> callback = [name, handler](Request& request,
                                                                          Response& response) {
      try {
        handler(request, response);
      } catch (const std::exception& error) {
        ROS_ERROR_STREAM_NAMED("api_plugin", name << ": " << error.what());
        return false;
      }
      return true;
    };
    servers_.push_back(context_.node.advertiseService(name, callback));
  }

  /// Topic that does what a service of the same name does; a failure is only logged.
  template <class Message>
  void listen(const std::string& name, std::function<void(const Message&)> handler) {
    boost::function<void(const boost::shared_ptr<const Message>&)> callback =
        [name, handler](const boost::shared_ptr<const Message>& message) {
          try {
            handler(*message);
          } catch (const std::exception& error) {
            ROS_WARN_STREAM_NAMED("api_plugin", "topic " << name << ": " << error.what());
          }
        };
    subscribers_.push_back(context_.node.subscribe<Message>(name, 10, callback));
  }

  ApiContext& context_;

 private:
  std::vector<ros::ServiceServer> servers_;
  std::vector<ros::Subscriber> subscribers_;
};

}  // namespace gazebo_ros

#endif  // GAZEBO_ROS_API_API_CONTEXT_H
