#pragma once

#include <cstdint>
#include <string>

namespace simulated_teensy {

// Builds one JSON object, member by member. Numbers that JSON has no word for become null.
class JsonWriter {
 public:
  JsonWriter() : text_("{") {}

  void beginObject(const std::string& name);
  void endObject();
  void beginArray(const std::string& name);
  void endArray();

  void add(const std::string& name, double value);
  void add(const std::string& name, uint64_t value);
  void add(const std::string& name, int64_t value);
  void add(const std::string& name, bool value);
  void add(const std::string& name, const std::string& value);
  void add(const std::string& name, const char* value) { add(name, std::string(value)); }
  void addNull(const std::string& name);
  void item(double value);  // of an array
  void beginItem();         // an array in an array
  void endItem() { endArray(); }

  // The object, closed. On one line.
  std::string finish() const { return text_ + "}"; }

 private:
  void separate();
  void key(const std::string& name);

  std::string text_;
};

}  // namespace simulated_teensy
