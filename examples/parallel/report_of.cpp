#include "parallel/report_of.hpp"

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace example {

std::string report_of(IDACIMem ci, IDACIReportFormat format)
{
  char* text = nullptr;
  std::size_t length = 0;
  std::FILE* stream = open_memstream(&text, &length);
  if (stream == nullptr) throw std::runtime_error("open_memstream returned NULL");
  IDACIWriteReport(ci, stream, format);
  std::fclose(stream);
  std::string report(text, length);
  std::free(text);
  return report;
}

std::string line_with(const std::string& words, const std::string& text)
{
  const std::size_t found = text.find(words);
  if (found == std::string::npos) return {};
  const std::size_t begin = text.rfind('\n', found) + 1;  // 0 if it is the first line
  return text.substr(begin, text.find('\n', found) - begin);
}

}  // namespace example
