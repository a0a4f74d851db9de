#include "holdings.h"

#include <dirent.h>
#include <dlfcn.h>
#include <malloc.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <vector>

#include <ros/master.h>
#include <ros/this_node.h>

namespace third_party_test {

namespace {

const char LIBRARY[] = "libcontroller_manager_third_party.so";

std::vector<std::string> entriesOf(const std::string& path) {
  DIR* folder = opendir(path.c_str());
  if (!folder) {
    throw std::runtime_error("cannot read " + path);
  }
  std::vector<std::string> entries;
  while (const dirent* entry = readdir(folder)) {
    if (entry->d_name[0] != '.') {
      entries.push_back(path + "/" + entry->d_name);
    }
  }
  closedir(folder);
  return entries;
}

bool isSocket(const std::string& descriptor) {
  char target[64] = {};
  return readlink(descriptor.c_str(), target, sizeof(target) - 1) > 0 &&
         std::string(target).compare(0, 7, "socket:") == 0;
}

/// The path of the plugin library as it is mapped, with its number of mappings; "" and 0 if not.
std::string mappedLibrary(int& mappings) {
  mappings = 0;
  std::string path;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (line.find(LIBRARY) != std::string::npos) {
      ++mappings;
      path = line.substr(line.find('/'));
    }
  }
  return path;
}

int livingObjects(const std::string& library) {
  void* handle = library.empty() ? nullptr : dlopen(library.c_str(), RTLD_LAZY | RTLD_NOLOAD);
  if (!handle) {
    return 0;
  }
  const auto living = reinterpret_cast<int (*)()>(dlsym(handle, "third_party_living"));
  const int count = living ? living() : -1;
  dlclose(handle);
  return count;
}

/// The topics and services that the master knows of this node.
void addRegistrations(Holdings& all) {
  XmlRpc::XmlRpcValue request, response, state;
  request[0] = ros::this_node::getName();
  if (!ros::master::execute("getSystemState", request, response, state, true)) {
    throw std::runtime_error("the master does not answer");
  }
  const char* const kinds[] = {"publisher ", "subscriber ", "service "};
  for (int kind = 0; kind < state.size(); ++kind) {
    for (int i = 0; i < state[kind].size(); ++i) {
      XmlRpc::XmlRpcValue& nodes = state[kind][i][1];
      for (int node = 0; node < nodes.size(); ++node) {
        if (static_cast<std::string>(nodes[node]) == ros::this_node::getName()) {
          ++all[kinds[kind] + static_cast<std::string>(state[kind][i][0])];
        }
      }
    }
  }
}

}  // namespace

Holdings holdings() {
  Holdings all;
  int mappings;
  all["living objects"] = livingObjects(mappedLibrary(mappings));
  all["mappings of the plugin library"] = mappings;
  all["threads"] = static_cast<int>(entriesOf("/proc/self/task").size());
  for (const std::string& descriptor : entriesOf("/proc/self/fd")) {
    ++all[isSocket(descriptor) ? "sockets" : "open files"];
  }
  addRegistrations(all);
  return all;
}

std::string growth(const Holdings& before, const Holdings& after) {
  std::ostringstream text;
  for (const auto& item : after) {
    const auto found = before.find(item.first);
    const int old = found == before.end() ? 0 : found->second;
    if (item.second > old + (item.first == "sockets" ? SOCKETS_MORE : 0)) {
      text << item.first << ": " << item.second << " instead of " << old << "\n";
    }
  }
  return text.str();
}

std::size_t allocatedBytes() {
  const struct mallinfo info = mallinfo();
  // The fields are int; they wrap, but this process is far from 2 GiB.
  return static_cast<std::size_t>(info.uordblks) + static_cast<std::size_t>(info.hblkhd);
}

}  // namespace third_party_test
