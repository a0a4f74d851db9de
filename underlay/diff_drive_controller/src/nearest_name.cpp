#include <diff_drive_controller/nearest_name.h>

#include <algorithm>
#include <numeric>

namespace diff_drive_controller {

int editDistance(const std::string& one, const std::string& other) {
  std::vector<int> row(other.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 0; i < one.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i) + 1;
    for (std::size_t j = 0; j < other.size(); ++j) {
      const int replaced = diagonal + (one[i] == other[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

std::string nearestName(const std::string& misspelt, const std::vector<std::string>& names) {
  std::string nearest;
  int smallest = static_cast<int>(misspelt.size()) / 3 + 1;
  for (const auto& name : names) {
    const int distance = editDistance(misspelt, name);
    if (distance < smallest) {
      smallest = distance;
      nearest = name;
    }
  }
  return nearest;
}

}  // namespace diff_drive_controller
