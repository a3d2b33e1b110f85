#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace attn {

/// A catalogue of gettext's, as msgfmt compiles it (.mo): English texts and their translations.
///
/// The C library's own gettext() translates only in a locale that is installed, and that of
/// Debian 13 not in C.UTF-8, which is the only one that is installed everywhere.
///
/// Source: the GNU gettext manual, "The Format of GNU MO Files"
class Catalogue {
 public:
  Catalogue() = default;  ///< translates nothing

  /// The catalogue in the bytes of a file; one that translates nothing if they are no
  /// catalogue.
  explicit Catalogue(std::string bytes);

  /// The translation of a text; null where there is none.
  const char* translation_of(std::string_view english) const;

 private:
  std::uint32_t number_at(std::size_t offset) const;
  std::string_view text_at(std::size_t entry) const;
  bool is_sound() const;

  std::string bytes_;
  std::size_t size_ = 0;                        // how many texts there are
  std::size_t english_ = 0, translations_ = 0;  // where their two lists begin
};

}  // namespace attn
