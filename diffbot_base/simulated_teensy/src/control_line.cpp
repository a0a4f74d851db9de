#include <simulated_teensy/control.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

namespace simulated_teensy {

ControlLine splitLine(const std::string& line) {
  ControlLine result;
  std::istringstream stream(line);
  for (std::string word; stream >> word;) {
    const size_t equals = word.find('=');
    if (equals == std::string::npos)
      result.words.push_back(word);
    else
      result.options[word.substr(0, equals)] = word.substr(equals + 1);
  }
  return result;
}

std::vector<ScriptEntry> parseScript(const std::string& text) {
  std::vector<ScriptEntry> entries;
  std::istringstream stream(text);
  size_t number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    line = line.substr(0, line.find('#'));
    const size_t start = line.find_first_not_of(" \t\r");
    if (start == std::string::npos) continue;
    const char* const begin = line.c_str() + start;
    char* end = nullptr;
    const double seconds = std::strtod(begin, &end);
    if (end == begin || !(seconds >= 0.0 && seconds < 1e9) || *end != ' ')
      throw std::runtime_error("line " + std::to_string(number) +
                               " does not start with a time in seconds: " + line);
    entries.push_back({static_cast<uint64_t>(seconds * 1e6 + 0.5), end + 1});
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const ScriptEntry& a, const ScriptEntry& b) { return a.at_us < b.at_us; });
  return entries;
}

}  // namespace simulated_teensy
