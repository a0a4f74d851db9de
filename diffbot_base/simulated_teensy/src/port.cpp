#include <simulated_teensy/port.h>

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace simulated_teensy {

namespace {

constexpr uint64_t kSecondUs = 1000000;

[[noreturn]] void fail(const std::string& what) {
  throw std::runtime_error(what + ": " + std::strerror(errno));
}

}  // namespace

void PtyPort::plug() {
  if (plugged()) return;
  struct stat status;
  if (::lstat(link_.c_str(), &status) == 0 && !S_ISLNK(status.st_mode))
    throw std::runtime_error(link_ + " exists and is no symbolic link");
  master_ = ::posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (master_ < 0) fail("no pseudo-terminal");
  char name[128];
  if (::grantpt(master_) != 0 || ::unlockpt(master_) != 0 ||
      ::ptsname_r(master_, name, sizeof(name)) != 0)
    fail("pseudo-terminal is not usable");
  device_ = name;
  // Raw before anyone opens it: an echo of the first frames would look like a host's.
  struct termios settings;
  if (::tcgetattr(master_, &settings) != 0) fail("terminal settings");
  ::cfmakeraw(&settings);
  settings.c_cc[VMIN] = 1;
  settings.c_cc[VTIME] = 0;
  if (::tcsetattr(master_, TCSANOW, &settings) != 0) fail("terminal settings");
  // A pty nobody has opened yet does not report a hang-up; opening and closing it once does.
  forgetUnread();
  // Renamed into place: there is no moment at which the name is missing or half made.
  const std::string temporary = link_ + ".new";
  ::unlink(temporary.c_str());
  if (::symlink(device_.c_str(), temporary.c_str()) != 0 ||
      ::rename(temporary.c_str(), link_.c_str()) != 0)
    fail("no link " + link_);
  host_open_ = false;
  ++counters_.plugs;
}

void PtyPort::unplug() {
  if (!plugged()) return;
  ::unlink(link_.c_str());
  ::close(master_);
  master_ = -1;
  host_open_ = false;
}

void PtyPort::forgetUnread() {
  const int slave = ::open(device_.c_str(), O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (slave < 0) return;
  ::tcflush(slave, TCIOFLUSH);
  ::close(slave);
}

void PtyPort::lookForHost() {
  struct pollfd entry = {master_, POLLIN, 0};
  const bool open = ::poll(&entry, 1, 0) >= 0 && (entry.revents & POLLHUP) == 0;
  if (open && !host_open_) ++counters_.host_opens;
  if (!open && host_open_) forgetUnread();
  host_open_ = open;
}

Bytes PtyPort::read(uint64_t now_us) {
  Bytes bytes;
  if (!plugged()) return bytes;
  lookForHost();
  uint8_t buffer[1024];
  for (ssize_t n; (n = ::read(master_, buffer, sizeof(buffer))) > 0;)
    bytes.insert(bytes.end(), buffer, buffer + n);
  counters_.bytes_from_host += bytes.size();
  rate_from_host_ += bytes.size();
  countRate(now_us);
  return bytes;
}

void PtyPort::write(const Bytes& bytes) {
  size_t written = 0;
  if (host_open_) {
    const ssize_t n = ::write(master_, bytes.data(), bytes.size());
    if (n > 0) written = static_cast<size_t>(n);
  }
  counters_.bytes_to_host += written;
  counters_.bytes_lost += bytes.size() - written;
  rate_to_host_ += written;
}

void PtyPort::countRate(uint64_t now_us) {
  if (now_us - rate_from_us_ < kSecondUs) return;
  if (now_us - rate_from_us_ < 2 * kSecondUs) {  // else it is no rate per second
    counters_.peak_bytes_to_host = std::max(counters_.peak_bytes_to_host, rate_to_host_);
    counters_.peak_bytes_from_host = std::max(counters_.peak_bytes_from_host, rate_from_host_);
  }
  rate_from_us_ = now_us;
  rate_to_host_ = 0;
  rate_from_host_ = 0;
}

}  // namespace simulated_teensy
