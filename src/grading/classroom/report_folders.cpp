#include "grading/classroom/report_folders.hpp"

#include <fmt/format.h>
#include <utf8proc.h>

#include <cstdint>
#include <map>
#include <set>
#include <string_view>

#include "base/text.hpp"
#include "grading/marking/fingerprint.hpp"

namespace attn {
namespace {

constexpr std::size_t kLongestFolder = 100;  // in bytes; a file system has room for 255

// Names that a system keeps for devices, with any extension.
bool is_of_device(const std::string& name) {
  static const std::set<std::string> devices{
      "con",  "prn",  "aux",  "nul",  "com1", "com2", "com3", "com4", "com5", "com6", "com7",
      "com8", "com9", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9"};
  return devices.contains(lower_case(name.substr(0, name.find('.'))));
}

bool is_letter_or_digit(std::int32_t character) {
  const utf8proc_category_t category = utf8proc_category(character);
  return (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_ME) ||
         (category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO);
}

std::string safe_folder(const std::string& id) {
  std::string name;
  for (std::size_t at = 0; at < id.size();) {
    const std::string_view rest = std::string_view(id).substr(at);
    const CodePoint point = first_code_point(rest);
    const bool is_safe = point.value >= 0 && (is_letter_or_digit(point.value) ||
                                              std::string_view("-_.").find(id[at]) != rest.npos);
    const std::string_view character = is_safe ? rest.substr(0, point.n_bytes) : "_";
    if (name.size() + character.size() > kLongestFolder) break;
    name += character;
    at += point.n_bytes;
  }
  if (name.empty() || name.front() == '.' || name.front() == '-') name.insert(0, "_");
  while (name.back() == '.') name.back() = '_';
  return is_of_device(name) ? "_" + name : name;
}

// A space of any width, or the Braille pattern without dots.
bool is_blank(std::int32_t character) {
  return character == 0x2800 ||
         (character >= 0 && utf8proc_category(character) == UTF8PROC_CATEGORY_ZS);
}

// They choose between forms of the character before, and are not seen themselves.
bool is_variation_selector(std::int32_t character) {
  return (character >= 0xFE00 && character <= 0xFE0F) ||
         (character >= 0xE0100 && character <= 0xE01EF) ||
         (character >= 0x180B && character <= 0x180D);
}

}  // namespace

std::string readable_bytes(const std::string& bytes) {
  std::string text;
  for (std::size_t at = 0; at < bytes.size();) {
    const CodePoint point = first_code_point(std::string_view(bytes).substr(at));
    if (point.value < 0)
      text += fmt::format("\\x{:02x}", static_cast<unsigned char>(bytes[at]));
    else
      text += bytes.substr(at, point.n_bytes);
    at += point.n_bytes;
  }
  return text;
}

std::string looks_of_id(const std::string& id) {
  const std::string whole = composed_form(id);
  std::string looks;
  for (std::string_view rest = whole; !rest.empty();) {
    const CodePoint point = first_code_point(rest);
    if (is_blank(point.value))
      looks += looks.empty() || looks.ends_with(' ') ? "" : " ";
    else if (!is_variation_selector(point.value))
      looks += rest.substr(0, point.n_bytes);
    rest.remove_prefix(point.n_bytes);
  }
  return std::string(trimmed(looks));
}

std::vector<std::string> report_folders(const std::vector<std::string>& ids) {
  std::vector<std::string> folders;
  std::map<std::string, std::size_t> n_like;
  for (const std::string& id : ids) {
    folders.push_back(safe_folder(id));
    ++n_like[folded_form(folders.back())];
  }
  // A number of the id itself tells those apart that look alike, whoever else is in the class.
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (folders[i] != ids[i] || n_like[folded_form(folders[i])] > 1)
      folders[i] += fmt::format("-{:08x}", static_cast<std::uint32_t>(fingerprint_of(ids[i])));
  // Whoever is called as somebody else's folder, number and all, does not get it.
  std::set<std::string> taken;
  for (std::string& folder : folders) {
    const std::string first = folder;
    for (unsigned n = 2; !taken.insert(folded_form(folder)).second; ++n)
      folder = fmt::format("{}-{}", first, n);
  }
  return folders;
}

}  // namespace attn
