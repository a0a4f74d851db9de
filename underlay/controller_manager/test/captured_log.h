#pragma once

// Catches what is logged at WARN and above, for tests.

#include <mutex>
#include <string>

#include <ros/console.h>

/// What is logged from the construction of this object on.
class CapturedLog {
 public:
  CapturedLog() : begin_(Appender::instance().text().size()) {}

  /// All lines so far.
  std::string text() const { return Appender::instance().text().substr(begin_); }

 private:
  // Never deregistered: rosconsole may call it after that.
  class Appender : public ros::console::LogAppender {
   public:
    static Appender& instance() {
      static Appender* const appender = new Appender;
      return *appender;
    }
    void log(ros::console::Level level, const char* text, const char*, const char*, int) override {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (level >= ros::console::levels::Warn) {
        text_ += std::string(text) + "\n";
      }
    }
    std::string text() {
      const std::lock_guard<std::mutex> lock(mutex_);
      return text_;
    }

   private:
    Appender() { ros::console::register_appender(this); }
    std::mutex mutex_;
    std::string text_;
  };

  const size_t begin_;
};
