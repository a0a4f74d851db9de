#include <simulated_teensy/control_server.h>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace simulated_teensy {

namespace {

constexpr size_t kUnsentLimit = 1 << 20;    // a client that does not read is let go
constexpr size_t kReceivedLimit = 1 << 16;  // as is one that sends no end of line

[[noreturn]] void fail(const std::string& what) {
  throw std::runtime_error(what + ": " + std::strerror(errno));
}

bool ownDescriptor(int descriptor) { return descriptor > STDERR_FILENO; }

}  // namespace

ControlServer::~ControlServer() {
  for (const Client& client : clients_) {
    if (ownDescriptor(client.in)) ::close(client.in);
  }
  if (listener_ < 0) return;
  ::close(listener_);
  ::unlink(path_.c_str());
}

void ControlServer::listen(const std::string& path) {
  struct sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof(address.sun_path))
    throw std::runtime_error("socket path is longer than " +
                             std::to_string(sizeof(address.sun_path) - 1) + " bytes: " + path);
  path.copy(address.sun_path, path.size());
  struct stat status;
  if (::lstat(path.c_str(), &status) == 0) {
    if (!S_ISSOCK(status.st_mode)) throw std::runtime_error(path + " exists and is no socket");
    ::unlink(path.c_str());
  }
  listener_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (listener_ < 0) fail("no socket");
  if (::bind(listener_, reinterpret_cast<struct sockaddr*>(&address), sizeof(address)) != 0 ||
      ::listen(listener_, 8) != 0)
    fail("no socket at " + path);
  path_ = path;
}

void ControlServer::useStandardInput() {
  ::fcntl(STDIN_FILENO, F_SETFL, ::fcntl(STDIN_FILENO, F_GETFL) | O_NONBLOCK);
  clients_.push_back({STDIN_FILENO, STDOUT_FILENO, "", "", 0, 0, false});
}

void ControlServer::addTo(std::vector<struct pollfd>* entries) const {
  if (listener_ >= 0) entries->push_back({listener_, POLLIN, 0});
  for (const Client& client : clients_) entries->push_back({client.in, POLLIN, 0});
}

void ControlServer::serve(uint64_t now_us) {
  accept();
  for (Client& client : clients_) {
    receive(&client, now_us);
    if (client.stream_period_us != 0 && now_us >= client.stream_due_us) {
      client.stream_due_us = std::max(client.stream_due_us + client.stream_period_us, now_us);
      send(&client, status_());
    }
    flush(&client);
  }
  for (const Client& client : clients_) {
    if (client.gone && ownDescriptor(client.in)) ::close(client.in);
  }
  clients_.erase(std::remove_if(clients_.begin(), clients_.end(),
                                [](const Client& client) { return client.gone; }),
                 clients_.end());
}

void ControlServer::accept() {
  if (listener_ < 0) return;
  for (int fd; (fd = ::accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0;)
    clients_.push_back({fd, fd, "", "", 0, 0, false});
}

void ControlServer::receive(Client* client, uint64_t now_us) {
  char buffer[4096];
  ssize_t n;
  while ((n = ::read(client->in, buffer, sizeof(buffer))) > 0)
    client->received.append(buffer, static_cast<size_t>(n));
  if (n == 0 || (errno != EAGAIN && errno != EINTR)) client->gone = true;
  size_t start = 0;
  for (size_t end; (end = client->received.find('\n', start)) != std::string::npos; start = end + 1)
    handle(client, client->received.substr(start, end - start), now_us);
  client->received.erase(0, start);
  if (client->received.size() > kReceivedLimit) client->gone = true;
}

void ControlServer::handle(Client* client, const std::string& line, uint64_t now_us) {
  if (line.compare(0, 7, "stream ") != 0) {
    send(client, execute_(line));
    return;
  }
  char* end = nullptr;
  const unsigned long ms = std::strtoul(line.c_str() + 7, &end, 10);
  if (end == line.c_str() + 7 || *end != '\0' || ms > 1000000) {
    send(client, "{\"ok\":false,\"error\":\"stream wants a period in milliseconds\"}");
    return;
  }
  client->stream_period_us = ms * 1000;
  client->stream_due_us = now_us;
  if (ms == 0) send(client, "{\"ok\":true}");
}

void ControlServer::send(Client* client, const std::string& line) {
  client->unsent += line;
  client->unsent += '\n';
}

void ControlServer::flush(Client* client) {
  while (!client->unsent.empty()) {
    const char* const data = client->unsent.data();
    const size_t size = client->unsent.size();
    const ssize_t n = ownDescriptor(client->out) ? ::send(client->out, data, size, MSG_NOSIGNAL)
                                                 : ::write(client->out, data, size);
    if (n <= 0) {
      if (errno != EAGAIN && errno != EINTR) client->gone = true;
      break;
    }
    client->unsent.erase(0, static_cast<size_t>(n));
  }
  if (client->unsent.size() > kUnsentLimit) client->gone = true;
}

}  // namespace simulated_teensy
