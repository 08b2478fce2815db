// The rows of the gallery as a table or as JSON.
#pragma once

#include <string>
#include <vector>

#include "gallery/solve_case.hpp"

namespace gallery {

struct Row
{
  const catalogue::Case* the_case;
  Answer answer;
  Verdict verdict;
};

Row solve_row(const catalogue::Case& the_case, const Settings& settings, Reports reports);

// At most 120 columns; a row that is not ok is followed by the reason.
std::string table(const std::vector<Row>& rows);

std::string summary(const std::vector<Row>& rows);

// With the library's own report under "report", if there is one.
std::string json_object(const Row& row);
std::string json_array(const std::vector<Row>& rows);

}  // namespace gallery
