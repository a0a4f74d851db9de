#include <simulated_teensy/json_writer.h>

#include <cmath>
#include <cstdio>

namespace simulated_teensy {

namespace {

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    const unsigned char byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte > 0x7E) {
      char escaped[8];
      std::snprintf(escaped, sizeof(escaped), "\\u%04x", byte);
      result += escaped;
      continue;
    }
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

std::string number(double value) {
  if (!std::isfinite(value)) return "null";
  char text[32];
  std::snprintf(text, sizeof(text), "%.12g", value);
  return text;
}

}  // namespace

void JsonWriter::separate() {
  const char last = text_.back();
  if (last != '{' && last != '[') text_ += ",";
}

void JsonWriter::key(const std::string& name) {
  separate();
  text_ += quoted(name) + ":";
}

void JsonWriter::beginObject(const std::string& name) {
  key(name);
  text_ += "{";
}

void JsonWriter::endObject() { text_ += "}"; }

void JsonWriter::beginArray(const std::string& name) {
  key(name);
  text_ += "[";
}

void JsonWriter::endArray() { text_ += "]"; }

void JsonWriter::add(const std::string& name, double value) {
  key(name);
  text_ += number(value);
}

void JsonWriter::add(const std::string& name, uint64_t value) {
  key(name);
  text_ += std::to_string(value);
}

void JsonWriter::add(const std::string& name, int64_t value) {
  key(name);
  text_ += std::to_string(value);
}

void JsonWriter::add(const std::string& name, bool value) {
  key(name);
  text_ += value ? "true" : "false";
}

void JsonWriter::add(const std::string& name, const std::string& value) {
  key(name);
  text_ += quoted(value);
}

void JsonWriter::addNull(const std::string& name) {
  key(name);
  text_ += "null";
}

void JsonWriter::item(double value) {
  separate();
  text_ += number(value);
}

void JsonWriter::beginItem() {
  separate();
  text_ += "[";
}

}  // namespace simulated_teensy
