#include <gtest/gtest.h>
#include <ros/callback_queue.h>
#include <ros/ros.h>
#include <rosgraph_msgs/Log.h>
#include <std_msgs/Int32.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "allocation_counter.h"
#include "realtime_tools/realtime_publisher.h"
#include "realtime_tools/testing/gate.h"

using realtime_tools::RealtimePublisher;
using realtime_tools::RealtimePublisherSharedPtr;
using realtime_tools::testing::Gate;

namespace {

// Goes over the wire as std_msgs/Int32, but serializing it waits at the gate: it stops the
// publishing thread in publish().
struct GatedMessage {
  std::int32_t data = 0;
  static Gate gate;
  static std::atomic<int> serialized;
};
Gate GatedMessage::gate;
std::atomic<int> GatedMessage::serialized{0};

}  // namespace

namespace ros {
namespace message_traits {
template <>
struct IsMessage<GatedMessage> : TrueType {};
template <>
struct MD5Sum<GatedMessage> {
  static const char* value() { return MD5Sum<std_msgs::Int32>::value(); }
  static const char* value(const GatedMessage&) { return value(); }
};
template <>
struct DataType<GatedMessage> {
  static const char* value() { return DataType<std_msgs::Int32>::value(); }
  static const char* value(const GatedMessage&) { return value(); }
};
template <>
struct Definition<GatedMessage> {
  static const char* value() { return Definition<std_msgs::Int32>::value(); }
  static const char* value(const GatedMessage&) { return value(); }
};
}  // namespace message_traits
namespace serialization {
template <>
struct Serializer<GatedMessage> {
  template <typename Stream>
  static void write(Stream& stream, const GatedMessage& message) {
    GatedMessage::gate.pass();
    ++GatedMessage::serialized;
    stream.next(message.data);
  }
  static std::uint32_t serializedLength(const GatedMessage&) { return 4; }
};
}  // namespace serialization
}  // namespace ros

namespace {

const double kPatience = 20.0;  // [s] for a busy machine

// Collects what arrives on a topic, on a callback queue of its own.
template <class Msg>
class Listener {
 public:
  explicit Listener(const std::string& topic) {
    node_.setCallbackQueue(&queue_);
    subscriber_ = node_.subscribe<Msg>(
        topic, 0, [this](const boost::shared_ptr<const Msg>& msg) { messages_.push_back(*msg); });
  }

  // Whether this many messages arrive.
  bool waitFor(std::size_t count) {
    const ros::WallTime deadline = ros::WallTime::now() + ros::WallDuration(kPatience);
    while (messages_.size() < count && ros::WallTime::now() < deadline) {
      queue_.callAvailable(ros::WallDuration(0.01));
    }
    return messages_.size() >= count;
  }

  bool waitForPublisher() {
    const ros::WallTime deadline = ros::WallTime::now() + ros::WallDuration(kPatience);
    while (subscriber_.getNumPublishers() == 0 && ros::WallTime::now() < deadline) {
      ros::WallDuration(0.001).sleep();
    }
    return subscriber_.getNumPublishers() == 1;
  }

  std::vector<Msg> messages_;

 private:
  ros::NodeHandle node_;
  ros::CallbackQueue queue_;
  ros::Subscriber subscriber_;
};

template <class Msg>
bool tryPublish(RealtimePublisher<Msg>& publisher, int data) {
  if (!publisher.trylock()) {
    return false;
  }
  publisher.msg_.data = data;
  publisher.unlockAndPublish();
  return true;
}

}  // namespace

TEST(RealtimePublisher, NotInitializedTakesNothing) {
  RealtimePublisher<std_msgs::Int32> publisher;
  EXPECT_FALSE(publisher.trylock());
  publisher.lock();
  publisher.unlock();
  publisher.stop();
}

TEST(RealtimePublisher, EndsUnused) {
  ros::NodeHandle node;
  RealtimePublisherSharedPtr<std_msgs::Int32> publisher =
      std::make_shared<RealtimePublisher<std_msgs::Int32>>(node, "unused", 1);
}

TEST(RealtimePublisher, LatchedMessageReachesLateSubscriber) {
  ros::NodeHandle node;
  RealtimePublisher<std_msgs::Int32> publisher(node, "latched", 10, true);
  Listener<std_msgs::Int32> early("latched");
  ASSERT_TRUE(tryPublish(publisher, 1));
  ASSERT_TRUE(early.waitFor(1));
  ASSERT_TRUE(tryPublish(publisher, 7));
  ASSERT_TRUE(early.waitFor(2));  // so 7 has been sent, and is what a later subscriber gets
  Listener<std_msgs::Int32> listener("latched");
  ASSERT_TRUE(listener.waitFor(1));
  EXPECT_EQ(7, listener.messages_.back().data);
}

TEST(RealtimePublisher, EveryMessageAtAnyRateArrivesOnceInOrder) {
  ros::NodeHandle node;
  RealtimePublisher<std_msgs::Int32> publisher(node, "all", 100);
  Listener<std_msgs::Int32> listener("all");
  ASSERT_TRUE(listener.waitForPublisher());

  const int kBurst = 100;  // as many as the queue holds: no try may fail
  for (int i = 0; i < kBurst; ++i) {
    ASSERT_TRUE(tryPublish(publisher, i)) << "message " << i << " of a burst";
  }
  ASSERT_TRUE(listener.waitFor(kBurst)) << listener.messages_.size() << " of " << kBurst;

  const int kMany = 3000;  // as fast as slots get free
  const ros::WallTime deadline = ros::WallTime::now() + ros::WallDuration(kPatience);
  for (int i = kBurst; i < kMany; ++i) {
    while (!tryPublish(publisher, i)) {
      ASSERT_LT(ros::WallTime::now(), deadline) << "no slot gets free for message " << i;
      std::this_thread::yield();
    }
  }
  ASSERT_TRUE(listener.waitFor(kMany)) << listener.messages_.size() << " of " << kMany;
  for (int i = 0; i < kMany; ++i) {
    ASSERT_EQ(i, listener.messages_[i].data);
  }
}

TEST(RealtimePublisher, NextMessageIsTakenAsSoonAsTheLastOneArrived) {
  ros::NodeHandle node;
  RealtimePublisher<std_msgs::Int32> publisher(node, "ping", 1);
  Listener<std_msgs::Int32> listener("ping");
  ASSERT_TRUE(listener.waitForPublisher());
  for (int i = 0; i < 200; ++i) {
    ASSERT_TRUE(tryPublish(publisher, i)) << "message " << i;
    ASSERT_TRUE(listener.waitFor(i + 1)) << "message " << i;
  }
}

TEST(RealtimePublisher, RtSideNeitherWaitsNorLosesWhileThreadIsStuck) {
  ros::NodeHandle node;
  Listener<std_msgs::Int32> listener("stuck");
  RealtimePublisher<GatedMessage> publisher(node, "stuck", 1, true);
  ASSERT_TRUE(listener.waitForPublisher());
  const int slots = RealtimePublisher<GatedMessage>::kMinSlots;

  GatedMessage::gate.close();
  for (int i = 0; i < slots; ++i) {
    ASSERT_TRUE(tryPublish(publisher, i)) << "message " << i;
  }
  EXPECT_FALSE(tryPublish(publisher, slots)) << "no slot is free";
  EXPECT_FALSE(publisher.trylock()) << "no slot is free";

  std::atomic<bool> locked{false};
  std::thread patient([&] {
    publisher.lock();
    locked = true;
    publisher.msg_.data = slots;
    publisher.unlockAndPublish();
  });
  EXPECT_FALSE(locked) << "lock() must wait for a free slot";
  GatedMessage::gate.open();
  patient.join();

  ASSERT_TRUE(listener.waitFor(slots + 1)) << listener.messages_.size() << " arrived";
  for (int i = 0; i <= slots; ++i) {
    EXPECT_EQ(i, listener.messages_[i].data);
  }
}

TEST(RealtimePublisher, TryFailsOnlyWhileAnotherThreadHoldsTheLock) {
  ros::NodeHandle node;
  RealtimePublisher<std_msgs::Int32> publisher(node, "locked", 1);
  Gate gate;
  gate.close();
  std::thread holder([&] {
    publisher.lock();
    gate.pass();
    publisher.unlock();
  });
  gate.waitForArrivals(1);
  EXPECT_FALSE(publisher.trylock());
  gate.open();
  holder.join();
  ASSERT_TRUE(publisher.trylock());
  publisher.unlock();
  ASSERT_TRUE(publisher.trylock()) << "after unlock without publishing";
  publisher.unlock();
}

TEST(RealtimePublisher, MessageKeepsItsContent) {
  ros::NodeHandle node;
  RealtimePublisher<rosgraph_msgs::Log> publisher(node, "content", 10);
  Listener<rosgraph_msgs::Log> listener("content");
  ASSERT_TRUE(listener.waitForPublisher());
  publisher.msg_.name = "set once, without the lock";
  for (unsigned line = 0; line < 50; ++line) {
    ASSERT_TRUE(publisher.trylock());
    publisher.msg_.line = line;
    publisher.unlockAndPublish();
    ASSERT_TRUE(listener.waitFor(line + 1));
    EXPECT_EQ(line, listener.messages_[line].line);
    EXPECT_EQ("set once, without the lock", listener.messages_[line].name);
  }
}

TEST(RealtimePublisher, PublishingAllocatesNothingOnceTheMessageIsPrepared) {
  ros::NodeHandle node;
  RealtimePublisher<rosgraph_msgs::Log> publisher(node, "prepared", 20);
  publisher.lock();
  publisher.msg_.name = std::string(100, 'n');
  publisher.msg_.topics.assign(10, std::string(100, 't'));
  publisher.unlock();

  const ros::WallTime deadline = ros::WallTime::now() + ros::WallDuration(kPatience);
  const std::size_t before = allocation_counter::count;
  for (int i = 0; i < 60; ++i) {  // several times around the ring
    while (!publisher.trylock()) {
      ASSERT_LT(ros::WallTime::now(), deadline);
      std::this_thread::yield();
    }
    publisher.msg_.line = i;
    publisher.unlockAndPublish();
  }
  EXPECT_EQ(before, allocation_counter::count);
}

TEST(RealtimePublisher, EndSendsWhatWasAccepted) {
  ros::NodeHandle node;
  const int accepted = RealtimePublisher<GatedMessage>::kMinSlots;
  GatedMessage::serialized = 0;
  {
    RealtimePublisher<GatedMessage> publisher(node, "end", 1, true);
    for (int i = 0; i < accepted; ++i) {
      ASSERT_TRUE(tryPublish(publisher, i));
    }
  }
  EXPECT_EQ(accepted, GatedMessage::serialized);
}

TEST(RealtimePublisher, StoppedTakesNothingUntilInitializedAgain) {
  ros::NodeHandle node;
  RealtimePublisher<std_msgs::Int32> publisher(node, "stopped", 1);
  publisher.stop();
  EXPECT_FALSE(publisher.trylock());
  publisher.lock();
  publisher.unlockAndPublish();  // dropped
  publisher.stop();

  publisher.init(node, "again", 1);
  Listener<std_msgs::Int32> listener("again");
  ASSERT_TRUE(listener.waitForPublisher());
  ASSERT_TRUE(tryPublish(publisher, 3));
  ASSERT_TRUE(listener.waitFor(1));
  EXPECT_EQ(3, listener.messages_[0].data);
}
