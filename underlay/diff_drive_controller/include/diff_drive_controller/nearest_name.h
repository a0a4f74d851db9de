#pragma once

#include <string>
#include <vector>

namespace diff_drive_controller {

/// Edits (insert, delete, replace one character) that turn one text into the other (Levenshtein).
int editDistance(const std::string& one, const std::string& other);

/// The name nearest to a misspelt one, "" when none is near (within a third of its length).
std::string nearestName(const std::string& misspelt, const std::vector<std::string>& names);

}  // namespace diff_drive_controller
