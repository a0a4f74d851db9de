#pragma once

#include <ros/callback_queue_interface.h>
#include <ros/ros.h>

#include <condition_variable>
#include <mutex>
#include <string>

/// A subscriber in this process that drops what comes, and holds the publishing thread as long as
/// the gate is closed.
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
    open();
    subscriber_.shutdown();
  }

  void close() { set(false); }
  void open() { set(true); }
  bool connected() const { return subscriber_.getNumPublishers() > 0; }

 private:
  void addCallback(const ros::CallbackInterfacePtr&, uint64_t) override {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return open_; });
  }
  void removeByID(uint64_t) override {}
  void set(bool open) {
    const std::lock_guard<std::mutex> lock(mutex_);
    open_ = open;
    changed_.notify_all();
  }

  ros::Subscriber subscriber_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = true;
};
