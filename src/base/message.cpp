#include "base/message.hpp"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

namespace attn {

namespace {

Catalogue catalogue;  // of the user's language; empty for English
std::string preferred;

}  // namespace

void read_translations(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  catalogue = Catalogue({std::istreambuf_iterator<char>(file), {}});
}

const char* translated(const char* english) {
  if (*english == '\0') return english;  // whose translation is the catalogue's header
  const char* const translation = catalogue.translation_of(english);
  return translation ? translation : english;
}

const char* language_code() {
  // TRANSLATORS: the code of this language, for texts that are not in this catalogue.
  return translated("en");
}

void prefer_language(std::string code) { preferred = std::move(code); }

std::string_view preferred_language() { return preferred; }

void add_sentence(std::string& text, const std::string& sentence) {
  if (sentence.empty()) return;
  if (!text.empty() && !text.ends_with("。")) text += ' ';
  text += sentence;
}

void add_note(std::vector<std::string>& notes, const std::string& note) {
  if (!note.empty()) notes.push_back(note);
}

namespace {

constexpr std::uint32_t kMagic = 0x950412de;
constexpr std::size_t kHeader = 20;  // magic, revision, size, and where the two lists begin
constexpr std::size_t kEntry = 8;    // the length of a text and where it begins; a NUL ends it

}  // namespace

Catalogue::Catalogue(std::string bytes) : bytes_(std::move(bytes)) {
  if (bytes_.size() < kHeader || number_at(0) != kMagic) return;
  size_ = number_at(8);
  english_ = number_at(12);
  translations_ = number_at(16);
  if (!is_sound()) size_ = 0;
}

// msgfmt writes the lowest byte first, on every machine.
std::uint32_t Catalogue::number_at(std::size_t offset) const {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i)
    number |= std::uint32_t{static_cast<unsigned char>(bytes_[offset + i])} << (8 * i);
  return number;
}

std::string_view Catalogue::text_at(std::size_t entry) const {
  return {bytes_.data() + number_at(entry + 4), number_at(entry)};
}

bool Catalogue::is_sound() const {
  for (const std::size_t list : {english_, translations_}) {
    if (list + size_ * kEntry > bytes_.size()) return false;
    for (std::size_t i = 0; i < size_; ++i) {
      const std::size_t entry = list + i * kEntry;
      const std::size_t end = std::size_t{number_at(entry + 4)} + number_at(entry);
      if (end >= bytes_.size() || bytes_[end] != '\0') return false;
    }
  }
  return true;
}

// The English texts stand in the order of their bytes.
const char* Catalogue::translation_of(std::string_view english) const {
  std::size_t first = 0, last = size_;
  while (first < last) {
    const std::size_t middle = (first + last) / 2;
    const int order = english.compare(text_at(english_ + middle * kEntry));
    if (order == 0) return text_at(translations_ + middle * kEntry).data();
    (order < 0 ? last : first) = order < 0 ? middle : middle + 1;
  }
  return nullptr;
}

namespace {

const std::string kNothing;

// "pt" of "pt-BR".
std::string_view language_alone(std::string_view code) { return code.substr(0, code.find('-')); }

}  // namespace

const std::pair<std::string, std::string>* LocalText::entry_here() const {
  const auto is_text = [](const auto& one) { return !one.second.empty(); };
  for (const std::string_view wanted : {preferred_language(), std::string_view(language_code())}) {
    const std::pair<std::string, std::string>* alike = nullptr;
    for (const auto& one : texts) {
      if (!is_text(one)) continue;
      if (one.first == wanted) return &one;
      if (!alike && language_alone(one.first) == language_alone(wanted)) alike = &one;
    }
    if (alike) return alike;
  }
  const auto first = std::find_if(texts.begin(), texts.end(), is_text);
  return first == texts.end() ? nullptr : &*first;
}

const std::string& LocalText::here() const {
  const auto* entry = entry_here();
  return entry ? entry->second : kNothing;
}

const std::string& LocalText::language_here() const {
  const auto* entry = entry_here();
  return entry ? entry->first : kNothing;
}

const std::string& LocalText::first() const {
  for (const auto& [code, text] : texts)
    if (!text.empty()) return text;
  return kNothing;
}

const std::string& LocalText::in(std::string_view wanted) const {
  for (const auto& [code, text] : texts)
    if (code == wanted) return text;
  return kNothing;
}

void LocalText::set(const std::string& wanted, std::string new_text) {
  for (auto& [code, text] : texts)
    if (code == wanted) {
      text = std::move(new_text);
      return;
    }
  texts.emplace_back(wanted, std::move(new_text));
}

bool LocalText::empty() const {
  return std::all_of(texts.begin(), texts.end(),
                     [](const auto& one) { return one.second.empty(); });
}

std::string system_reason(int error_number) {
  switch (error_number) {
    case EACCES:
    case EPERM:
      return translated("permission is denied");
    case ENOENT:
      return translated("there is no such file or folder");
    case ENOSPC:
    case EDQUOT:
      return translated("no space is left on the disk");
    case EROFS:
      return translated("the disk is read-only");
    case ENOTDIR:
      return translated("a part of the path is not a folder");
    case EISDIR:
      return translated("it is a folder");
    case EFBIG:
      return translated("the file would become too large");
    case ENAMETOOLONG:
      return translated("the name is too long");
    case EIO:
      return translated("the disk reports an error");
    case ELOOP:
      return translated("its links lead round in a circle");
    case ENXIO:
      return translated("nothing answers there");
    case EBUSY:
    case ETXTBSY:
      return translated("another program is using it");
    case EMFILE:
    case ENFILE:
      return translated("too many files are open");
    case ENOMEM:
      return translated("there is no memory left");
    case EBADF:
      return translated("it is closed");
    default:
      return std::generic_category().message(error_number);
  }
}

}  // namespace attn
