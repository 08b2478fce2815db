#include "output_line.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <sstream>
#include <stdexcept>

namespace stock {
namespace {

constexpr std::string_view kSeparator = "|";

std::optional<double> as_number(std::string_view text)
{
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::vector<Word> split(std::string_view line)
{
  std::vector<Word> words;
  std::istringstream stream{std::string(line)};
  for (std::string text; stream >> text;) {
    if (text.size() > 1 && text.back() == ',') text.pop_back();
    words.push_back({text, as_number(text), Role::text});
  }
  return words;
}

std::optional<Role> column_role(const std::string& name)
{
  static const std::map<std::string, Role> roles = {
      {"time", Role::setup},      {"t", Role::setup},       {"umax", Role::value},      {"bottom-left", Role::value},
      {"top-right", Role::value}, {"nst", Role::steps},     {"k", Role::statistic},     {"nni", Role::statistic},
      {"nje", Role::statistic},   {"nre", Role::statistic}, {"nreLS", Role::statistic}, {"h", Role::statistic}};
  const auto found = roles.find(name);
  return found == roles.end() ? std::nullopt : std::optional(found->second);
}

bool is_header(const std::vector<Word>& words)
{
  return words.size() > 1 && std::all_of(words.begin(), words.end(), [](const Word& word) {
           return word.text == kSeparator || column_role(word.text);
         });
}

bool is_row(const std::vector<Word>& words)
{
  return !words.empty() && words.front().number && std::all_of(words.begin(), words.end(), [](const Word& word) {
    return word.number || word.text == kSeparator;
  });
}

// Role of the number after "label =".
Role labelled_role(const std::string& label)
{
  if (label == "Number of steps") return Role::steps;
  if (label.starts_with("Number of ") && !label.starts_with("Number of species")) return Role::statistic;
  if (label == "netf" || label == "ncfn") return Role::statistic;
  if (label.ends_with("rtol")) return Role::rtol;
  if (label.ends_with("atol")) return Role::atol;
  return Role::setup;
}

void assign_labelled_roles(std::vector<Word>& words)
{
  std::string label;
  for (Word& word : words) {
    if (word.number) {
      word.role = labelled_role(label);
      label.clear();
    } else if (word.text != "=") {
      label += (label.empty() ? "" : " ") + word.text;
    }
  }
}

// A row that continues the one above leaves out leading columns and all columns behind the separator, so that the
// numbers before the separator are matched from its left neighbour on.
void assign_column_roles(std::vector<Word>& words, const std::vector<std::string>& header)
{
  const auto separator = [](const auto& text) {
    return text == kSeparator;
  };
  const auto header_end = std::find_if(header.begin(), header.end(), separator);
  const auto row_end = std::find_if(words.begin(), words.end(), [&](const Word& w) { return separator(w.text); });
  const auto skipped = (header_end - header.begin()) - (row_end - words.begin());
  const bool complete = words.size() == header.size() && skipped == 0;
  const bool continued = row_end != words.end() && row_end + 1 == words.end() && header_end != header.end();
  if (!complete && !(continued && skipped >= 0))
    throw std::runtime_error("a row of " + std::to_string(words.size()) + " words does not fit under its header");
  for (std::size_t j = 0; j < words.size(); ++j)
    if (words[j].number) words[j].role = *column_role(header[j + static_cast<std::size_t>(skipped)]);
}

}  // namespace

std::vector<Word> OutputReader::read_line(std::string_view line)
{
  std::vector<Word> words = split(line);
  if (is_header(words)) {
    header_.clear();
    for (const Word& word : words) header_.push_back(word.text);
  } else if (is_row(words)) {
    if (header_.empty()) throw std::runtime_error("a row of numbers without a table header above it");
    assign_column_roles(words, header_);
  } else {
    assign_labelled_roles(words);
  }
  return words;
}

}  // namespace stock
