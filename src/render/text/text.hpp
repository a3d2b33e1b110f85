// Text on a screen: widths, wrapping, colours, tables.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "render/layout.hpp"
#include "trace/table.hpp"
#include "trace/trace.hpp"

namespace attn {

/// How many terminal columns a text takes: 2 for wide characters, 0 for combining marks.
/// Units:  columns; East Asian Ambiguous characters count 1, and so does a byte that is not UTF-8
unsigned display_width(std::string_view text);

/// The same of a text with colours: their escapes take no columns.
unsigned visible_width(std::string_view text);

/// The text cut to at most `width` columns, never inside a character.
std::string cut_to_width(std::string_view text, unsigned width);

/// The text with spaces added on the left (or right) up to `width` columns.
std::string pad_left(std::string_view text, unsigned width);
std::string pad_right(std::string_view text, unsigned width);

/// A label in at most `width` columns, with a mark of one column where it was cut. One wide
/// character needs two columns: it stays, or nothing would be left.
std::string cut_label(const std::string& label, unsigned width, const char* mark);

/// Several labels cut alike. Different ones that would become equal keep their beginnings and their
/// ends instead: "com…ble" and "com…ing". Where a wide character at the beginning leaves no room
/// for an end, they keep the end alone: "…12" and "…13"; where both are equal, what follows the
/// place where they begin to differ: "…1i" and "…2i". That tells most of them apart.
std::vector<std::string> cut_labels(const std::vector<std::string>& labels, unsigned width,
                                    const char* mark);

/// What a piece of text means; only Painter knows which colour that is.
struct Style {
  enum class Kind {
    plain,
    heading,
    strong,
    quiet,
    option,
    selected,
    good,
    bad,
    share,
    signed_value
  } kind{};
  double level = 0.0;  ///< share: 0…1; signed_value: −1…1; selected: 1 in a heat map

  bool is_heat() const { return kind == Kind::share || kind == Kind::signed_value; }
};

/// Adds terminal colours to text, or leaves it alone where colour is off.
class Painter {
 public:
  explicit Painter(const Layout& layout)
      : color_(layout.color),
        heat_(layout.paints_heat()),
        true_color_(layout.true_color),
        light_(layout.light_ground) {}

  std::string operator()(Style style, const std::string& text) const;
  std::string operator()(Style::Kind kind, const std::string& text) const {
    return (*this)(Style{kind}, text);
  }
  bool color() const { return color_; }

 private:
  std::string heat(Style style, const std::string& text) const;

  bool color_, heat_, true_color_, light_;
};

/// A shade and the share from which on it stands; below the first of them it is blank.
struct ToneStep {
  double from;
  const char* braille;
  const char* ascii;
};
inline constexpr std::array<ToneStep, 5> kToneSteps{
    {{.05, "⡀", ":"}, {.2, "⡄", "="}, {.4, "⡇", "*"}, {.6, "⣷", "#"}, {.8, "⣿", "@"}}};

/// One column that is the darker the larger the share, for where there is no colour: Braille, or
/// ASCII. Blank below the first threshold, and for what is no number.
std::string tone(double share, Glyphs glyphs);

/// Two columns that are the darker the larger the value, for where there is no colour: Braille, or
/// ASCII. A negative value starts with a minus sign. Blank below the first threshold.
std::string swatch(Style style, Glyphs glyphs);

/// What the swatches of shares mean, as one line: "⡀⡀ .05-  ⡄⡄ .20-  …".
std::string swatch_legend(Glyphs glyphs);

/// A paragraph broken into lines of at most `width` columns, each indented by `indent` spaces and
/// those after the first by `hanging` more.
///
/// Lines break at spaces, and between wide characters, but never before a closing mark (、。」)
/// or after an opening one (「), and where break_cost() finds it best. Of straight quotation marks
/// every second one closes. An argument of a command in quotation marks stays on one line. Of words
/// longer than a line, paths break behind "/" and products behind "⋅"; others are left whole. Ends
/// in a newline.
///
/// Source:  JIS X 4051 (kinsoku), for the marks of Japanese
std::string wrap(std::string_view text, unsigned width, unsigned indent, unsigned hanging = 0);

/// The text as one piece: where wrap() finds it in a paragraph, no line breaks at its spaces unless
/// it is wider than a line.
std::string unbroken(std::string_view text);

/// The parts of a line that two spaces or more keep apart, each as one piece.
std::string unbroken_parts(std::string_view text);

/// Our symbols in plain ASCII: "S = Q Kᵀ / √d_k" becomes "S = Q K^T / sqrt(d_k)". Letters of any
/// language stay as they are.
std::string in_ascii(std::string_view text);

/// How much a line break between two pieces of a text disturbs the reader, in columns: a line may
/// end so many columns earlier to avoid it.
///
/// Japanese breaks where a phrase begins: 0 after a mark, after the particle を, and before a
/// kanji, a katakana or a Latin word that follows hiragana. A third of the line inside a word of
/// kanji, before hiragana that ends a word or follows it, and within a formula ("d = 512", "Q Kᵀ")
/// or between a number and its unit ("2 FLOP"), in every language; somewhat more inside a run of
/// hiragana. Half of the line inside a katakana word and between a number and its counter ("2 つ").
/// \param before    the word or wide character with its marks that ends the line
/// \param after     the one that begins the next line
/// \param is_spaced whether white space stands between the two
/// \param room      the columns of a line
unsigned break_cost(std::string_view before, std::string_view after, bool is_spaced, unsigned room);

/// A table with its columns aligned, `indent` spaces in: the text columns to the left, numbers to
/// the right. Where it is too wide, the cells of a table of phrases go on below in their columns;
/// of any other, each row becomes a record: its name, and the rest under it.
std::string rows_text(const Table& table, const Layout& layout, unsigned indent);

/// The same under its title, and with its note.
std::string table_text(const Table& table, const Layout& layout);

// Tables whose cells are phrases: each goes on below in its own column.

using TextRow = std::vector<std::string>;

/// How wide each column of phrases is when all of them together take `room`: those with the most
/// to say get the most. A row may be shorter than others.
/// Nothing where a column would be too narrow to read.
std::optional<std::vector<unsigned>> prose_widths(const std::vector<TextRow>& rows, unsigned room);

/// A row broken into lines, each with what stands there in every column.
std::vector<TextRow> broken_row(const TextRow& row, const std::vector<unsigned>& widths);

/// A cell of a table as people read it: units, minus signs and decimals are set here.
///
/// A precision that the user asked for takes the place of the decimals or digits that a real number
/// usually has; whole numbers, quantities in a unit and shares keep theirs.
std::string cell_text(const TableCell& cell, const Layout& layout);

}  // namespace attn
