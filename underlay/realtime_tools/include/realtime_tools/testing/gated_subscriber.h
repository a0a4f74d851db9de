#ifndef REALTIME_TOOLS_TESTING_GATED_SUBSCRIBER_H
#define REALTIME_TOOLS_TESTING_GATED_SUBSCRIBER_H

#include <realtime_tools/testing/gate.h>
#include <ros/callback_queue_interface.h>
#include <ros/ros.h>

#include <string>

namespace realtime_tools {
namespace testing {

/// A subscriber in this process that drops what comes, and holds the publishing thread as long as
/// the gate is closed. Tests of controllers keep a RealtimePublisher busy with it.
class GatedSubscriber : private ros::CallbackQueueInterface {
 public:
  template <class Message>
  void subscribe(ros::NodeHandle nh, const std::string& topic) {
    ros::SubscribeOptions options;
    options.initByFullCallbackType<const boost::shared_ptr<const Message>&>(
        topic, 1, [](const boost::shared_ptr<const Message>&) {});
    options.callback_queue = this;
    subscriber_ = nh.subscribe(options);
  }
  ~GatedSubscriber() {
    gate_.open();
    subscriber_.shutdown();
  }

  void close() { gate_.close(); }
  void open() { gate_.open(); }
  bool connected() const { return subscriber_.getNumPublishers() > 0; }

 private:
  void addCallback(const ros::CallbackInterfacePtr&, uint64_t) override { gate_.pass(); }
  void removeByID(uint64_t) override {}

  ros::Subscriber subscriber_;
  Gate gate_;
};

}  // namespace testing
}  // namespace realtime_tools

#endif  // REALTIME_TOOLS_TESTING_GATED_SUBSCRIBER_H
