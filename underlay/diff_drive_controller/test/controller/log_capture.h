#pragma once

#include <gtest/gtest.h>
#include <ros/console.h>

#include <mutex>
#include <string>
#include <vector>

/// Everything this process logs. One for the whole process, never taken off again: rosconsole's
/// deregister_appender() crashes.
class LogRecorder : public ros::console::LogAppender {
 public:
  struct Entry {
    ros::console::Level level;
    std::string text;
  };

  static LogRecorder& instance() {
    static LogRecorder* recorder = [] {
      auto* created = new LogRecorder();
      ros::console::register_appender(created);
      return created;
    }();
    return *recorder;
  }

  void log(ros::console::Level level, const char* text, const char*, const char*, int) override {
    std::lock_guard<std::mutex> lock(mutex_);
    entries_.push_back({level, text});
  }

  std::vector<Entry> entriesFrom(std::size_t first) const {
    std::lock_guard<std::mutex> lock(mutex_);
    return {entries_.begin() + first, entries_.end()};
  }

  std::size_t size() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return entries_.size();
  }

 private:
  mutable std::mutex mutex_;
  std::vector<Entry> entries_;
};

/// What this process has logged since the object was made.
class LogCapture {
 public:
  bool has(ros::console::Level level, const std::string& part) const {
    for (const auto& entry : LogRecorder::instance().entriesFrom(first_)) {
      if (entry.level == level && entry.text.find(part) != std::string::npos) return true;
    }
    return false;
  }

  /// Warnings and errors.
  std::string problems() const {
    std::string all;
    for (const auto& entry : LogRecorder::instance().entriesFrom(first_)) {
      if (entry.level >= ros::console::levels::Warn) all += entry.text + "\n";
    }
    return all;
  }

  void expectError(const std::string& part) const { expect(ros::console::levels::Error, part); }
  void expectWarning(const std::string& part) const { expect(ros::console::levels::Warn, part); }
  void expectInfo(const std::string& part) const { expect(ros::console::levels::Info, part); }

 private:
  void expect(ros::console::Level level, const std::string& part) const {
    EXPECT_TRUE(has(level, part)) << "not in the log: " << part
                                  << "\nwarnings and errors there: " << problems();
  }

  std::size_t first_ = LogRecorder::instance().size();
};
