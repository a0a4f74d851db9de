#pragma once

#include <poll.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace simulated_teensy {

// Lines in, lines out, over a Unix socket and, when asked for, standard input and output. Never
// waits. "stream MS" from a client is answered with a status line every MS milliseconds, "stream 0"
// ends that; every other line goes to the executor.
class ControlServer {
 public:
  using Executor = std::function<std::string(const std::string& line)>;
  using Status = std::function<std::string()>;

  ControlServer(Executor execute, Status status)
      : execute_(std::move(execute)), status_(std::move(status)) {}
  ~ControlServer();
  ControlServer(const ControlServer&) = delete;
  ControlServer& operator=(const ControlServer&) = delete;

  // Makes the socket file; an old one is replaced. Throws std::runtime_error with the reason.
  void listen(const std::string& path);
  void useStandardInput();

  // What to wait for besides the port.
  void addTo(std::vector<struct pollfd>* entries) const;

  // Serves what has arrived and what is due.
  void serve(uint64_t now_us);

 private:
  struct Client {
    int in;
    int out;
    std::string received;
    std::string unsent;
    uint64_t stream_period_us;
    uint64_t stream_due_us;
    bool gone;
  };

  void accept();
  void receive(Client* client, uint64_t now_us);
  void handle(Client* client, const std::string& line, uint64_t now_us);
  void send(Client* client, const std::string& line);
  void flush(Client* client);

  Executor execute_;
  Status status_;
  std::string path_;
  int listener_ = -1;
  std::vector<Client> clients_;
};

}  // namespace simulated_teensy
