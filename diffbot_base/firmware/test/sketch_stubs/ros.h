#pragma once

#include <stdint.h>

namespace ros {

class Publisher {
 public:
  template <class Message>
  Publisher(const char*, Message*) {}
  template <class Message>
  int publish(const Message*) {
    return 0;
  }
};

template <class Message>
class Subscriber {
 public:
  Subscriber(const char*, void (*)(const Message&)) {}
};

class Hardware {
 public:
  void setBaud(long) {}
};

class NodeHandle {
 public:
  Hardware* getHardware() { return &hardware_; }
  void initNode() {}
  bool connected() { return true; }
  int spinOnce() { return 0; }
  bool advertise(Publisher&) { return true; }
  template <class Message>
  bool subscribe(Subscriber<Message>&) {
    return true;
  }
  bool getParam(const char*, int*) { return false; }
  bool getParam(const char*, float*) { return false; }
  void logdebug(const char*) {}
  void loginfo(const char*) {}
  void logwarn(const char*) {}
  void logerror(const char*) {}

 private:
  Hardware hardware_;
};

}  // namespace ros
