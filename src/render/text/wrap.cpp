#include "render/text/wrap.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>
#include <vector>

#include "render/text/display_width.hpp"
#include "render/text/line_break.hpp"

namespace attn {
namespace {

constexpr std::string_view kNeverFirst =
    "、。，．」』）】〉》〕］｝？！ー々ゝゞヽヾ・：；…％,.;:!?)]}”’"
    "ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ";
constexpr std::string_view kNoBreakSpace = "\u00a0";
constexpr std::string_view kWordJoiner = "\u2060";  // no break here, and nothing to be seen
constexpr std::string_view kNeverLast = "「『（【〈《〔［｛([{“‘^√";

constexpr std::array<std::pair<std::string_view, std::string_view>, 34> kAscii{{
    {"ᵀ", "^T"},    {"−", "-"},      {"∞", "inf"}, {"⋅", "*"},  {"×", "x"},     {"→", "->"},
    {"Σ", "sum"},   {"≤", "<="},     {"≠", "!="},  {"π", "pi"}, {"θ", "theta"}, {"τ", "tau"},
    {"ω", "omega"}, {"⌊", "floor("}, {"⌋", ")"},   {"“", "\""}, {"”", "\""},    {"✓", "+"},
    {"—", "-"},     {"–", "-"},      {"…", "..."}, {"·", "*"},  {"≈", "~="},    {"≥", ">="},
    {"²", "^2"},    {"³", "^3"},     {"ⁿ", "^n"},  {"µ", "u"},  {"∈", "in"},    {"α", "alpha"},
    {"±", "+-"},    {"∘", "*"},      {"‘", "'"},   {"’", "'"},
}};

struct TextPiece {
  std::string text;
  unsigned spaces_before = 0;
  bool starts_line = false;
};

// The word that ends in front of `end`.
std::string_view word_before(std::string_view text, std::size_t end) {
  const std::string_view before = text.substr(0, std::min(end, text.size()));
  const std::size_t last = before.find_last_not_of(" \n");
  if (last == std::string_view::npos) return "";
  const std::size_t space = before.substr(0, last).find_last_of(" \n");
  return before.substr(space + 1, last - space);
}

// Whether the quotation mark here opens an argument: --tokens "a b", attn attend "a b".
bool opens_argument(std::string_view text, std::size_t mark) {
  const std::string_view word = word_before(text, mark);
  if (word.empty() || text[mark - 1] != ' ') return false;
  const auto start = static_cast<std::size_t>(word.data() - text.data());
  return word.find("--") != std::string_view::npos || word_before(text, start).ends_with("attn");
}

// The text, each argument in quotation marks as one piece: it is there to be copied.
std::string with_whole_arguments(std::string_view text) {
  std::string result;
  std::size_t done = 0;
  for (std::size_t mark = text.find('"'); mark != std::string_view::npos;
       mark = text.find('"', mark + 1)) {
    const std::size_t end = text.find('"', mark + 1);
    if (end == std::string_view::npos) break;
    if (!opens_argument(text, mark)) continue;
    result += text.substr(done, mark - done);
    result += unbroken(text.substr(mark, end + 1 - mark));
    done = end + 1;
    mark = end;
  }
  return result += text.substr(done);
}

bool holds_mark(std::string_view marks, std::string_view grapheme) {
  return marks.find(grapheme) != std::string_view::npos;
}

// Whether a mark belongs to what stands before it, or behind it. A straight quotation mark is
// either in turn.
class Marks {
 public:
  // The grapheme with which `rest` begins.
  void read(std::string_view grapheme, std::string_view rest) {
    const bool is_quote = grapheme == "\"";
    // ".csv" begins a word; in "a.b", and between wide characters, a point is in the middle of one.
    const bool is_point = grapheme == "." && rest.size() > 1 && rest[1] != ' ' && rest[1] != '\n';
    const bool begins_word = is_point && after_wide_mark_;
    closes_ = is_quote ? in_quotes_ : !begins_word && holds_mark(kNeverFirst, grapheme);
    opens_ = is_quote ? !in_quotes_ : is_point || holds_mark(kNeverLast, grapheme);
    after_wide_mark_ = grapheme == "、" || grapheme == "。";
    if (is_quote) in_quotes_ = !in_quotes_;
  }
  bool closes() const { return closes_; }
  bool opens() const { return opens_; }

 private:
  bool closes_ = false, opens_ = false, in_quotes_ = false, after_wide_mark_ = false;
};

// The pieces a line may break between: words, and each wide character for itself, with the marks
// that must not be separated from it. Wide marks stay with their neighbour even across spaces.
std::vector<TextPiece> pieces_of(std::string_view text) {
  std::vector<TextPiece> pieces;
  unsigned spaces = 0;
  bool glue = false, previous_wide = false;
  Marks marks;
  for (const std::string_view grapheme : graphemes_of(text)) {
    if (grapheme == " " || grapheme == "\n") {
      ++spaces;
      continue;
    }
    if (grapheme == kWordJoiner) {
      glue = true;
      continue;
    }
    const bool wide = display_width(grapheme) > 1;
    marks.read(grapheme, text.substr(static_cast<std::size_t>(grapheme.data() - text.data())));
    const bool stays = (wide && marks.closes()) || (previous_wide && glue);
    const bool may_break =
        spaces > 0 ? !stays : (wide || previous_wide) && !marks.closes() && !glue;
    if (pieces.empty() || may_break)
      pieces.push_back({"", spaces, false});
    else
      pieces.back().text.append(spaces, ' ');
    pieces.back().text += grapheme == kNoBreakSpace ? " " : grapheme;
    glue = marks.opens();
    previous_wide = wide;
    spaces = 0;
  }
  return pieces;
}

// Looks no further than the first character that is no mark: a word may be very long.
bool are_closing_marks(std::string_view text) {
  while (!text.empty()) {
    const std::string_view character = text.substr(0, first_code_point(text).n_bytes);
    if (character != "\"" && !holds_mark(kNeverFirst, character)) return false;
    text.remove_prefix(character.size());
  }
  return true;
}

bool is_web_address(std::string_view word) { return word.find("://") != std::string_view::npos; }

// The place behind the first "/" or "⋅" of a word, where a path or a product may go on in the next
// line; the end where there is none.
std::size_t end_of_part(std::string_view word) {
  constexpr std::string_view kPartEnds[] = {"/", "⋅", ")*"};
  for (std::size_t at = 0; at < word.size(); ++at)
    for (const std::string_view mark : kPartEnds) {
      if (!word.substr(at).starts_with(mark)) continue;
      const std::size_t end = at + mark.size();
      return are_closing_marks(word.substr(end)) ? word.size() : end;
    }
  return word.size();
}

// The pieces of a word that is wider than a line. An address on the web stays whole, to be copied.
std::vector<TextPiece> pieces_of_wide(std::string_view word) {
  if (is_web_address(word)) return pieces_of(word);
  std::vector<TextPiece> pieces;
  while (!word.empty()) {
    const std::size_t end = end_of_part(word);
    const std::vector<TextPiece> part = pieces_of(word.substr(0, end));
    pieces.insert(pieces.end(), part.begin(), part.end());
    word.remove_prefix(end);
  }
  return pieces;
}

// What was to stay together but is wider than a line is split at its spaces after all, on lines of
// its own, and what is still too wide behind its slashes and signs of multiplication and between
// its characters.
std::vector<TextPiece> parted(const std::vector<TextPiece>& pieces, unsigned width) {
  std::vector<TextPiece> parts;
  for (const TextPiece& piece : pieces) {
    if (display_width(piece.text) <= width) {
      parts.push_back(piece);
      continue;
    }
    const bool is_split = piece.text.find(' ') != std::string::npos;
    unsigned spaces = piece.spaces_before;
    for (std::size_t at = 0; at <= piece.text.size(); spaces = 1) {
      const std::size_t end = std::min(piece.text.find(' ', at), piece.text.size());
      std::vector<TextPiece> words{{piece.text.substr(at, end - at), 0, false}};
      if (display_width(words[0].text) > width) words = pieces_of_wide(words[0].text);
      if (words.empty()) words.push_back({});
      words[0].spaces_before = spaces;
      words[0].starts_line = at == 0 && (is_split || words.size() > 1);
      parts.insert(parts.end(), words.begin(), words.end());
      at = end + 1;
    }
  }
  return parts;
}

// Whether these pieces are a single wide character, perhaps with its marks: not enough for a line.
bool is_lone_character(const std::vector<TextPiece>& pieces, std::size_t from, std::size_t end) {
  return end == from + 1 && graphemes_of(pieces[from].text).size() <= 2 &&
         display_width(graphemes_of(pieces[from].text).front()) > 1;
}

// What it costs to end a line, which began with the piece `from`, before the piece `end`.
unsigned cost_of_end(const std::vector<TextPiece>& pieces, std::size_t from, std::size_t end,
                     unsigned room) {
  constexpr unsigned kLoneCharacter = 20;
  const TextPiece& next = pieces[end];
  // Two spaces keep apart what does not read on.
  unsigned cost = next.spaces_before > 1
                      ? 0
                      : break_cost(pieces[end - 1].text, next.text, next.spaces_before > 0, room);
  if (is_lone_character(pieces, from, end)) cost += kLoneCharacter;
  if (is_lone_character(pieces, end, pieces.size())) cost += kLoneCharacter;
  return cost;
}

// Where a line that begins with the piece `from` ends: as late as there is room for, or earlier
// where the break then disturbs less than the columns that stay free.
std::size_t end_of_line(const std::vector<TextPiece>& pieces, std::size_t from, unsigned room) {
  std::vector<unsigned> used{0, display_width(pieces[from].text)};  // by how many pieces
  std::size_t end = from + 1;
  for (; end < pieces.size(); ++end) {
    const unsigned next = used.back() + pieces[end].spaces_before + display_width(pieces[end].text);
    if (next > room) break;
    if (pieces[end].starts_line) return end;
    used.push_back(next);
  }
  if (end == pieces.size()) return end;
  std::size_t best = end;
  unsigned least = cost_of_end(pieces, from, end, room);
  for (std::size_t earlier = end; --earlier > from;) {
    const unsigned free = used.back() - used[earlier - from];
    if (free >= least || free > room / 2) break;
    const unsigned cost = free + cost_of_end(pieces, from, earlier, room);
    if (cost < least) {
      best = earlier;
      least = cost;
    }
  }
  return best;
}

// √ and the word or number it stands before: "√d_k" becomes "sqrt(d_k)", "√(4 + 4)" "sqrt(4 + 4)".
std::size_t append_root(std::string& result, std::string_view rest) {
  std::size_t end = 0;
  while (end < rest.size() &&
         (std::isalnum(static_cast<unsigned char>(rest[end])) || rest[end] == '_' ||
          (rest[end] == '.' && end + 1 < rest.size() &&
           std::isdigit(static_cast<unsigned char>(rest[end + 1])))))
    ++end;
  result += "sqrt";
  if (end == 0) return end;  // what follows has parentheses of its own
  result += '(';
  result += rest.substr(0, end);
  result += ')';
  return end;
}

}  // namespace

std::string wrap(std::string_view text, unsigned width, unsigned indent, unsigned hanging) {
  std::string result(indent, ' ');
  const unsigned room = width - std::min(width, indent + hanging);
  const std::vector<TextPiece> pieces = parted(pieces_of(with_whole_arguments(text)), room);
  for (std::size_t at = 0; at < pieces.size();) {
    const bool is_first = at == 0;
    if (!is_first) result += '\n' + std::string(indent + hanging, ' ');
    const std::size_t end =
        end_of_line(pieces, at, is_first ? width - std::min(width, indent) : room);
    for (std::size_t i = at; i < end; ++i) {
      if (i > at) result.append(pieces[i].spaces_before, ' ');
      result += pieces[i].text;
    }
    at = end;
  }
  return result += '\n';
}

std::string unbroken(std::string_view text) {
  std::string result;
  bool previous_wide = false;
  for (const std::string_view grapheme : graphemes_of(text)) {
    const bool wide = display_width(grapheme) > 1;
    if ((wide || previous_wide) && !result.empty()) result += kWordJoiner;
    result += grapheme == " " ? kNoBreakSpace : grapheme;
    previous_wide = wide;
  }
  return result;
}

std::string unbroken_parts(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find("  "), text.size());
    result += unbroken(text.substr(0, end));
    const std::size_t next = std::min(text.find_first_not_of(' ', end), text.size());
    result += text.substr(end, next - end);
    text.remove_prefix(next);
  }
  return result;
}

std::string in_ascii(std::string_view text) {
  constexpr std::string_view kRoot = "√";
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    if (rest.substr(0, kRoot.size()) == kRoot) {
      at += kRoot.size() + append_root(result, rest.substr(kRoot.size()));
      continue;
    }
    const auto* const found =
        std::find_if(kAscii.begin(), kAscii.end(), [rest](const auto& replacement) {
          return rest.substr(0, replacement.first.size()) == replacement.first;
        });
    if (found == kAscii.end()) {
      result += text[at++];
    } else {
      result += found->second;
      at += found->first.size();
    }
  }
  return result;
}

}  // namespace attn
