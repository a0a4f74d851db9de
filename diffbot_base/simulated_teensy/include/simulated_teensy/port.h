#pragma once

#include <simulated_teensy/frame.h>

#include <cstdint>
#include <string>

namespace simulated_teensy {

struct PortCounters {
  uint64_t bytes_to_host = 0;
  uint64_t bytes_from_host = 0;
  uint64_t bytes_lost = 0;  // nobody had the port open, or nobody read
  uint64_t plugs = 0;
  uint64_t host_opens = 0;
  // In any second, both ways. 8N1: 115200 baud carry 11520 each way.
  uint64_t peak_bytes_to_host = 0;
  uint64_t peak_bytes_from_host = 0;
};

// The plug: what a control command may do to the device's end of the cable.
class Port {
 public:
  virtual ~Port() = default;
  // Throws std::runtime_error with the reason when the port cannot be made.
  virtual void plug() = 0;
  virtual void unplug() = 0;
  virtual bool plugged() const = 0;
  virtual bool hostOpen() const = 0;
  virtual const PortCounters& counters() const = 0;
};

// A pseudo-terminal behind a symbolic link of a fixed name. Like a USB serial port it loses what is
// sent while no program has it open, and the device file goes away when it is unplugged.
class PtyPort : public Port {
 public:
  // The link is made by plug(). An older link of that name is replaced; anything else is left
  // alone.
  explicit PtyPort(const std::string& link) : link_(link) {}
  ~PtyPort() override { unplug(); }
  PtyPort(const PtyPort&) = delete;
  PtyPort& operator=(const PtyPort&) = delete;

  void plug() override;
  void unplug() override;
  bool plugged() const override { return master_ >= 0; }
  bool hostOpen() const override { return host_open_; }
  const PortCounters& counters() const override { return counters_; }

  // What the host has sent since the last call; never waits.
  Bytes read(uint64_t now_us);
  void write(const Bytes& bytes);

  // To wait on, -1 while unplugged or not opened by anyone.
  int pollable() const { return host_open_ ? master_ : -1; }
  const std::string& link() const { return link_; }

 private:
  void lookForHost();
  void forgetUnread();
  void countRate(uint64_t now_us);

  std::string link_;
  std::string device_;
  int master_ = -1;
  bool host_open_ = false;
  PortCounters counters_;
  uint64_t rate_from_us_ = 0;
  uint64_t rate_to_host_ = 0;
  uint64_t rate_from_host_ = 0;
};

}  // namespace simulated_teensy
