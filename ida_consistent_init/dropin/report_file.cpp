#include "ida_consistent_init/dropin/report_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>

namespace ida_consistent_init::dropin {

namespace {

struct CloseFile
{
  void operator()(std::FILE* file) const { std::fclose(file); }
};

IDACIReportFormat format_of(std::string_view path)
{
  if (path.ends_with(".json")) return IDACI_REPORT_JSON;
  if (path.ends_with(".html")) return IDACI_REPORT_HTML;
  return IDACI_REPORT_TEXT;
}

// What is there is a file, or nothing: no terminal, pipe or link.
bool can_be_replaced(const std::string& path)
{
  std::error_code unknown;
  const auto kind = std::filesystem::symlink_status(path, unknown).type();
  return kind == std::filesystem::file_type::regular || kind == std::filesystem::file_type::not_found;
}

// write(file, format) returns a flag. All ranks of a parallel program write the same report: each writes a file of its
// own, which then takes the place of the others' as a whole.
template <class Write>
std::string write_file(const std::string& path, Write write)
{
  std::string own = can_be_replaced(path) ? path + "." + std::to_string(getpid()) : path;
  std::unique_ptr<std::FILE, CloseFile> file(std::fopen(own.c_str(), "w"));
  if (!file && own != path) {
    own = path;
    file.reset(std::fopen(own.c_str(), "w"));
  }
  if (!file) return "The report " + path + " cannot be written: " + std::strerror(errno) + ".";
  const int flag = write(file.get(), format_of(path));
  bool written = flag == IDACI_SUCCESS && std::fflush(file.get()) == 0;
  file.reset();
  if (own != path) written = std::rename(own.c_str(), path.c_str()) == 0 && written;
  if (written) return "";
  return "The report " + path + " could not be written (" + IDACIGetReturnFlagName(flag) + ").";
}

std::string html_text(const std::string& text)
{
  std::string escaped;
  for (const char letter : text) {
    if (letter == '<') {
      escaped += "&lt;";
    } else if (letter == '&') {
      escaped += "&amp;";
    } else {
      escaped += letter;
    }
  }
  return escaped;
}

}  // namespace

std::string write_report(IDACIMem ci, const std::string& path)
{
  return write_file(path,
                    [ci](std::FILE* file, IDACIReportFormat format) { return IDACIWriteReport(ci, file, format); });
}

std::string write_report_of_forwarding(const std::string& reason, const std::string& path)
{
  const std::string sentence = "IDACalcIC was left to IDA: " + reason;
  return write_file(path, [&sentence](std::FILE* file, IDACIReportFormat format) {
    std::string text = sentence + "\n";
    if (format == IDACI_REPORT_JSON) text = nlohmann::json{{"method", "none"}, {"reason", sentence}}.dump(2) + "\n";
    if (format == IDACI_REPORT_HTML) {
      text =
          "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>ida_consistent_init</title></head>"
          "<body><p>" +
          html_text(sentence) + "</p></body></html>\n";
    }
    return std::fputs(text.c_str(), file) >= 0 ? IDACI_SUCCESS : IDACI_ILL_INPUT;
  });
}

}  // namespace ida_consistent_init::dropin
