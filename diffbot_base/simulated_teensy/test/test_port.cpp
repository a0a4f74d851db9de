// The pseudo-terminal and the control socket, as a host and a test would use them.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <simulated_teensy/control_server.h>
#include <simulated_teensy/port.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <stdexcept>
#include <string>

#include "samples.h"

using namespace simulated_teensy;

namespace {

class InFolder : public testing::Test {
 protected:
  InFolder() {
    char name[] = "/tmp/simulated_teensy_XXXXXX";
    folder = mkdtemp(name);
    link = folder + "/tty";
  }
  ~InFolder() override {
    for (const char* name : {"/tty", "/tty.new", "/socket"}) ::unlink((folder + name).c_str());
    ::rmdir(folder.c_str());
  }

  int openLink() { return ::open(link.c_str(), O_RDWR | O_NOCTTY | O_NONBLOCK); }
  bool linkExists() {
    struct stat status;
    return ::lstat(link.c_str(), &status) == 0;
  }

  static Bytes readAll(int fd) {
    Bytes bytes(4096);
    const ssize_t n = ::read(fd, bytes.data(), bytes.size());
    bytes.resize(n > 0 ? static_cast<size_t>(n) : 0);
    return bytes;
  }

  std::string folder;
  std::string link;
};

using PtyTest = InFolder;

TEST_F(PtyTest, carries_every_byte_both_ways) {
  PtyPort port(link);
  port.plug();
  const int host = openLink();
  ASSERT_GE(host, 0);
  Bytes all(256);
  for (int i = 0; i < 256; ++i) all[static_cast<size_t>(i)] = static_cast<uint8_t>(i);
  port.read(0);  // looks for the host
  port.write(all);
  EXPECT_EQ(toHex(all), toHex(readAll(host)));
  ASSERT_EQ(256, ::write(host, all.data(), 256));
  EXPECT_EQ(toHex(all), toHex(port.read(0)));
  EXPECT_EQ(256u, port.counters().bytes_to_host);
  EXPECT_EQ(256u, port.counters().bytes_from_host);
  ::close(host);
}

TEST_F(PtyTest, loses_what_it_sends_to_nobody) {
  PtyPort port(link);
  port.plug();
  port.read(0);
  EXPECT_FALSE(port.hostOpen());
  port.write(samples::jointState());
  EXPECT_EQ(72u, port.counters().bytes_lost);
  int host = openLink();
  port.read(0);
  EXPECT_TRUE(port.hostOpen());
  EXPECT_TRUE(readAll(host).empty());
  port.write(samples::jointState());
  ::close(host);  // without having read it
  port.read(0);
  EXPECT_FALSE(port.hostOpen());
  host = openLink();
  EXPECT_TRUE(readAll(host).empty()) << "bytes for the last host came to the next one";
  port.read(0);
  EXPECT_EQ(2u, port.counters().host_opens);
  ::close(host);
}

TEST_F(PtyTest, goes_away_when_unplugged_and_comes_back_under_its_name) {
  PtyPort port(link);
  port.plug();
  const int host = openLink();
  port.read(0);
  port.unplug();
  EXPECT_FALSE(linkExists());
  char byte;
  EXPECT_LE(::read(host, &byte, 1), 0);
  EXPECT_NE(EAGAIN, errno);
  port.write(samples::jointState());
  EXPECT_TRUE(port.read(0).empty());
  EXPECT_EQ(-1, port.pollable());
  port.plug();
  const int again = openLink();
  ASSERT_GE(again, 0);
  port.read(0);
  port.write(hex("01"));
  EXPECT_EQ(1u, readAll(again).size());
  EXPECT_EQ(2u, port.counters().plugs);
  ::close(host);
  ::close(again);
}

TEST_F(PtyTest, does_not_wait_for_a_host_that_does_not_read) {
  PtyPort port(link);
  port.plug();
  const int host = openLink();
  port.read(0);
  for (int i = 0; i < 10000; ++i) port.write(samples::jointState());
  EXPECT_GT(port.counters().bytes_lost, 0u);
  ::close(host);
}

TEST_F(PtyTest, is_raw_before_anyone_opens_it) {
  PtyPort port(link);
  port.plug();
  const int host = openLink();
  struct termios settings;
  ASSERT_EQ(0, ::tcgetattr(host, &settings));
  EXPECT_EQ(0u, settings.c_lflag & (ECHO | ICANON | ISIG));
  EXPECT_EQ(0u, settings.c_iflag & (ICRNL | IXON));
  EXPECT_EQ(0u, settings.c_oflag & OPOST);
  ::close(host);
}

TEST_F(PtyTest, replaces_an_old_link_but_no_file) {
  ASSERT_EQ(0, ::symlink("/nowhere", link.c_str()));
  {
    PtyPort port(link);
    port.plug();
    EXPECT_GE(::close(openLink()), 0);
  }
  EXPECT_FALSE(linkExists());
  std::ofstream(link) << "precious";
  PtyPort port(link);
  EXPECT_THROW(port.plug(), std::runtime_error);
  EXPECT_TRUE(linkExists());
}

TEST_F(PtyTest, tells_why_it_cannot_be_made) {
  PtyPort port(folder + "/missing/tty");
  try {
    port.plug();
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string::npos, std::string(error.what()).find("No such file")) << error.what();
  }
}

class ServerTest : public InFolder {
 protected:
  ServerTest()
      : server([this](const std::string& line) { return "did " + std::to_string(++calls) + line; },
               [this]() { return status; }) {}

  int connect() {
    struct sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    (folder + "/socket").copy(address.sun_path, sizeof(address.sun_path) - 1);
    const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    EXPECT_EQ(0, ::connect(fd, reinterpret_cast<struct sockaddr*>(&address), sizeof(address)));
    return fd;
  }

  static void say(int fd, const std::string& text) {
    EXPECT_EQ(static_cast<ssize_t>(text.size()), ::write(fd, text.data(), text.size()));
  }
  static std::string hear(int fd) {
    const Bytes bytes = readAll(fd);
    return std::string(bytes.begin(), bytes.end());
  }

  int calls = 0;
  std::string status = "status";
  ControlServer server;
};

TEST_F(ServerTest, answers_line_by_line) {
  server.listen(folder + "/socket");
  const int first = connect();
  const int second = connect();
  say(first, "one\ntw");
  say(second, "x\n");
  server.serve(0);
  EXPECT_EQ("did 1one\n", hear(first));
  EXPECT_EQ("did 2x\n", hear(second));
  say(first, "o\n");
  server.serve(0);
  EXPECT_EQ("did 3two\n", hear(first));
  ::close(first);
  server.serve(0);
  say(second, "y\n");
  server.serve(0);
  EXPECT_EQ("did 4y\n", hear(second));
  ::close(second);
}

TEST_F(ServerTest, streams_the_status) {
  server.listen(folder + "/socket");
  const int client = connect();
  say(client, "stream 50\n");
  std::string heard;
  for (uint64_t ms = 0; ms < 500; ++ms) {
    server.serve(ms * 1000);
    heard += hear(client);
  }
  EXPECT_EQ(10u * std::string("status\n").size(), heard.size()) << heard;
  say(client, "stream 0\n");
  server.serve(500000);
  EXPECT_EQ("{\"ok\":true}\n", hear(client));
  say(client, "stream soon\n");
  server.serve(1000000);
  EXPECT_NE(std::string::npos, hear(client).find("\"ok\":false"));
  ::close(client);
}

TEST_F(ServerTest, lets_a_client_go_that_never_reads) {
  server.listen(folder + "/socket");
  const int client = connect();
  say(client, "stream 1\n");
  status = std::string(100000, 'x');
  for (uint64_t ms = 0; ms < 50; ++ms) server.serve(ms * 1000);
  std::vector<struct pollfd> entries;
  server.addTo(&entries);
  EXPECT_EQ(1u, entries.size()) << "only the listener is left";
  ::close(client);
}

TEST_F(ServerTest, replaces_an_old_socket_but_no_file) {
  server.listen(folder + "/socket");
  ControlServer other([](const std::string&) { return ""; }, []() { return ""; });
  std::ofstream(folder + "/tty") << "precious";
  EXPECT_THROW(other.listen(folder + "/tty"), std::runtime_error);
  EXPECT_THROW(other.listen(folder + "/" + std::string(200, 'x')), std::runtime_error);
  other.listen(folder + "/socket");
}

}  // namespace
