#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "render/text/text.hpp"

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

struct LinePiece {
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
std::vector<LinePiece> pieces_of(std::string_view text) {
  std::vector<LinePiece> pieces;
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
std::vector<LinePiece> pieces_of_wide(std::string_view word) {
  if (is_web_address(word)) return pieces_of(word);
  std::vector<LinePiece> pieces;
  while (!word.empty()) {
    const std::size_t end = end_of_part(word);
    const std::vector<LinePiece> part = pieces_of(word.substr(0, end));
    pieces.insert(pieces.end(), part.begin(), part.end());
    word.remove_prefix(end);
  }
  return pieces;
}

// What was to stay together but is wider than a line is split at its spaces after all, on lines of
// its own, and what is still too wide behind its slashes and signs of multiplication and between
// its characters.
std::vector<LinePiece> parted(const std::vector<LinePiece>& pieces, unsigned width) {
  std::vector<LinePiece> parts;
  for (const LinePiece& piece : pieces) {
    if (display_width(piece.text) <= width) {
      parts.push_back(piece);
      continue;
    }
    const bool is_split = piece.text.find(' ') != std::string::npos;
    unsigned spaces = piece.spaces_before;
    for (std::size_t at = 0; at <= piece.text.size(); spaces = 1) {
      const std::size_t end = std::min(piece.text.find(' ', at), piece.text.size());
      std::vector<LinePiece> words{{piece.text.substr(at, end - at), 0, false}};
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
bool is_lone_character(const std::vector<LinePiece>& pieces, std::size_t from, std::size_t end) {
  return end == from + 1 && graphemes_of(pieces[from].text).size() <= 2 &&
         display_width(graphemes_of(pieces[from].text).front()) > 1;
}

// What it costs to end a line, which began with the piece `from`, before the piece `end`.
unsigned cost_of_end(const std::vector<LinePiece>& pieces, std::size_t from, std::size_t end,
                     unsigned room) {
  constexpr unsigned kLoneCharacter = 20;
  const LinePiece& next = pieces[end];
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
std::size_t end_of_line(const std::vector<LinePiece>& pieces, std::size_t from, unsigned room) {
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
  const std::vector<LinePiece> pieces = parted(pieces_of(with_whole_arguments(text)), room);
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
    const bool is_ascii = static_cast<unsigned char>(text[at]) < 0x80;
    if (is_ascii) {  // as nearly all of it is, and tables list none of it
      result += text[at++];
      continue;
    }
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

namespace {

constexpr utf8proc_int32_t kEmojiStyle = 0xFE0F;
constexpr utf8proc_int32_t kFirstRegional = 0x1F1E6, kLastRegional = 0x1F1FF;

// Marks that belong to the letter before them and still stand beside it: the half-width voicing
// marks of katakana, and Thai and Lao AM.
constexpr std::array<utf8proc_int32_t, 4> kBeside{0xFF9E, 0xFF9F, 0x0E33, 0x0EB3};

bool all_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < 0x7F; });
}

unsigned grapheme_width(std::string_view grapheme) {
  int width = 0, beside = 0;
  while (!grapheme.empty()) {
    const CodePoint point = first_code_point(grapheme);
    grapheme.remove_prefix(point.n_bytes);
    if (point.value < 0) return 1;  // a wrong byte is a grapheme of its own, shown as U+FFFD
    if (std::find(kBeside.begin(), kBeside.end(), point.value) != kBeside.end()) {
      ++beside;
      continue;
    }
    // An emoji selector widens its base; a pair of regional indicators makes one wide flag.
    const bool widens = point.value == kEmojiStyle ||
                        (point.value >= kFirstRegional && point.value <= kLastRegional);
    width = std::max(width, widens ? 2 : utf8proc_charwidth(point.value));
  }
  return static_cast<unsigned>(width + beside);
}

}  // namespace

unsigned display_width(std::string_view text) {
  if (all_ascii(text)) return static_cast<unsigned>(text.size());
  unsigned width = 0;
  for (const std::string_view grapheme : graphemes_of(text)) width += grapheme_width(grapheme);
  return width;
}

unsigned visible_width(std::string_view text) {
  std::string visible;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\033')
      visible += text[at];
    else
      at = std::min(text.find('m', at), text.size() - 1);
  }
  return display_width(visible);
}

std::string cut_to_width(std::string_view text, unsigned width) {
  std::string result;
  unsigned used = 0;
  for (const std::string_view grapheme : graphemes_of(text)) {
    used += grapheme_width(grapheme);
    if (used > width) break;
    result += grapheme;
  }
  return result;
}

std::string pad_left(std::string_view text, unsigned width) {
  const unsigned own = display_width(text);
  return std::string(width > own ? width - own : 0, ' ').append(text);
}

std::string pad_right(std::string_view text, unsigned width) {
  const unsigned own = display_width(text);
  return std::string(text).append(width > own ? width - own : 0, ' ');
}

namespace {

std::string last_columns(const std::string& text, unsigned width) {
  const std::vector<std::string_view> characters = graphemes_of(text);
  std::string end;
  for (auto at = characters.rbegin(); at != characters.rend(); ++at) {
    std::string longer = std::string(*at) + end;
    if (display_width(longer) > width) break;
    end = std::move(longer);
  }
  return end;
}

// "com…ble": as many columns of the end as leave no fewer of the beginning. "…12" where there is no
// room for a wide beginning: it is the end that tells such labels apart.
std::string cut_in_the_middle(const std::string& label, unsigned width, const char* mark) {
  const unsigned end = (width - 1) / 2;
  const std::string beginning = cut_to_width(label, width - 1 - end);
  if (beginning.empty()) return mark + last_columns(label, width - 1);
  return beginning + mark + last_columns(label, end);
}

// The different labels that were cut to each text.
using Wholes = std::map<std::string, std::set<std::string>>;

Wholes wholes_of(const std::vector<std::string>& cut, const std::vector<std::string>& labels) {
  Wholes wholes;
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (cut[i] != labels[i]) wholes[cut[i]].insert(labels[i]);
  return wholes;
}

// "…1i": of labels with the same beginnings and ends, what stands where they begin to differ.
std::string cut_to_difference(const std::string& label, const std::set<std::string>& alike,
                              unsigned width, const char* mark) {
  const std::vector<std::string_view> characters = graphemes_of(label);
  std::string same;
  for (const std::string_view character : characters) {
    const std::string longer = same + std::string(character);
    if (!std::all_of(alike.begin(), alike.end(),
                     [&longer](const std::string& other) { return other.starts_with(longer); }))
      break;
    same = longer;
  }
  return mark + cut_to_width(std::string_view(label).substr(same.size()), width - 1);
}

}  // namespace

std::string cut_label(const std::string& label, unsigned width, const char* mark) {
  if (display_width(label) <= width) return label;
  const std::string cut = cut_to_width(label, width > 1 ? width - 1 : width);
  if (cut.empty()) return std::string(graphemes_of(label).front());
  return width > 1 ? cut + mark : cut;
}

std::vector<std::string> cut_labels(const std::vector<std::string>& labels, unsigned width,
                                    const char* mark) {
  constexpr unsigned kFewestForAnEnd = 3;
  std::vector<std::string> cut;
  for (const std::string& label : labels) cut.push_back(cut_label(label, width, mark));
  // Cuts anew those that became equal, no wider than before: columns were measured with that.
  const auto cut_clashes = [&](const auto& cut_anew) {
    const Wholes wholes = wholes_of(cut, labels);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const auto found = wholes.find(cut[i]);
      if (found == wholes.end() || found->second.size() < 2 || cut[i] == labels[i]) continue;
      const unsigned room = display_width(cut[i]);
      if (room >= kFewestForAnEnd) cut[i] = cut_anew(labels[i], found->second, room);
    }
  };
  cut_clashes([mark](const std::string& label, const auto&, unsigned room) {
    return cut_in_the_middle(label, room, mark);
  });
  cut_clashes([mark](const std::string& label, const auto& alike, unsigned room) {
    return cut_to_difference(label, alike, room, mark);
  });
  return cut;
}

namespace {

enum class Script { hiragana, katakana, kanji, number, latin, mark };

constexpr std::string_view kOperators[] = {"=", "×",  "≤",  "≥",  "<",  ">",  "+", "−", "·",
                                           "⋅", "∈",  "≠",  "≈",  "/",  "→",  "-", "*", "~",
                                           "^", "~=", "<=", ">=", "!=", "->", "Σ", "∘"};
constexpr std::string_view kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB", "byte", "bytes",
                                       "s", "ms",  "µs",  "us",  "ns",  "%"};
constexpr std::string_view kUnitEnds[] = {"FLOP", "FLOPs", "MAC", "MACs"};  // GFLOP, too
constexpr std::string_view kFunctions[] = {"ln", "log", "exp", "sin", "cos"};
// What is counted in them stands before: "n 個".
constexpr std::string_view kCounters = "個行列次番つ回本層語倍乗桁位";
// These kanji go on with a word whose first part ends in hiragana: 埋め込み, 割り算, 繰り返す.
constexpr std::string_view kStemEnds = "りみきしめてえけせべびちいぜ",
                           kGoOn = "込返算方替換続直合切加捨出除取";
// Of all places within hiragana the best are behind these: して|ください, では|ありません.
constexpr std::string_view kOftenEnds = "てはば";
constexpr std::string_view kClosing = "」』）】〉》)";

bool holds(std::string_view marks, std::string_view grapheme) {
  return marks.find(grapheme) != std::string_view::npos;
}

// The order of UTF-8 is that of the code points.
Script script_of(std::string_view grapheme) {
  if (grapheme >= "ぁ" && grapheme <= "ゟ") return Script::hiragana;
  if (grapheme >= "ァ" && grapheme <= "ヿ" && grapheme != "・") return Script::katakana;
  if (grapheme == "々" || (grapheme >= "㐀" && grapheme <= "鿿")) return Script::kanji;
  if (grapheme >= "0" && grapheme <= "9") return Script::number;
  return display_width(grapheme) > 1 ? Script::mark : Script::latin;
}

bool is_kana_or_kanji(Script script) {
  return script == Script::hiragana || script == Script::katakana || script == Script::kanji;
}

template <typename Words>
bool is_one_of(const Words& words, std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

// A word without the marks behind it: "FLOP" of "FLOP)、".
std::string_view without_marks(std::string_view word) {
  std::size_t size = 0;
  for (const std::string_view grapheme : graphemes_of(word)) {
    if (holds("、。，．）」,.;:)", grapheme)) break;
    size += grapheme.size();
  }
  return word.substr(0, size);
}

bool is_unit(std::string_view word) {
  const auto ends = [word](std::string_view end) { return word.ends_with(end); };
  return is_one_of(kUnits, word) || std::any_of(std::begin(kUnitEnds), std::end(kUnitEnds), ends);
}

// "n", "d_k", "Kᵀ", "T^2": names of numbers and matrices, which stand beside one another for a
// product, and which a counter follows like a number.
bool is_variable(std::string_view word) {
  if (word.starts_with('(')) word.remove_prefix(1);
  const bool is_letter =
      !word.empty() && ((word[0] >= 'A' && word[0] <= 'Z') || (word[0] >= 'a' && word[0] <= 'z'));
  if (!is_letter || word == "a" || word == "I") return false;
  const std::string_view rest = word.substr(1);
  return rest.empty() || rest == "ᵀ" || rest == "'" || rest.starts_with('_') ||
         rest.starts_with('^');
}

// "PE(p,": what was called goes on behind the comma.
bool is_open(std::string_view word) {
  const std::size_t bracket = word.find_last_of("([");
  return bracket != std::string_view::npos && bracket > 0 &&
         word.find_first_of(")]", bracket) == std::string_view::npos;
}

bool is_within_formula(std::string_view before, std::string_view after, Script left, Script right) {
  if (is_one_of(kOperators, before) || is_one_of(kOperators, after)) return true;
  const std::string_view next = without_marks(after);
  if (left == Script::number && (is_unit(next) || is_variable(next) || next == "x")) return true;
  if (before == "x" && right == Script::number) return true;
  if (is_one_of(kFunctions, before) || is_open(before)) return true;
  if (before.starts_with("--") && after.starts_with('"')) return true;  // a flag and its value
  if (before.ends_with("attn") && right == Script::latin)
    return true;  // what is run and its command
  return is_variable(before) && is_variable(next);
}

}  // namespace

unsigned break_cost(std::string_view before, std::string_view after, bool is_spaced,
                    unsigned room) {
  const std::string_view last = graphemes_of(before).back(), next = graphemes_of(after).front();
  const Script left = script_of(last), right = script_of(next);
  const unsigned third = room / 3 + 1, between_scripts = room / 4, inside_hiragana = third + 8,
                 never_willingly = std::max(room / 2, third + 12);
  if (left == Script::number && is_kana_or_kanji(right)) return never_willingly;
  if (last == "第" && right == Script::number) return never_willingly;
  if (!is_spaced && next == "ん") return never_willingly;
  if (is_spaced && is_within_formula(before, after, left, right)) return third;
  if (left == Script::latin && right == Script::hiragana) return third;
  if (left == Script::latin && is_variable(before) && holds(kCounters, next)) return third;
  if (right == Script::hiragana && holds(kClosing, last)) return third;
  if (is_spaced || !is_kana_or_kanji(left) || !is_kana_or_kanji(right)) return 0;
  if (left == Script::katakana && right == Script::katakana) return never_willingly;
  if (last == "を") return 0;  // always a particle
  if (left == Script::hiragana && right == Script::hiragana)
    return holds(kOftenEnds, last) ? third : inside_hiragana;
  if (left == Script::hiragana) return holds(kStemEnds, last) && holds(kGoOn, next) ? third : 0;
  return left == right || right == Script::hiragana ? third : between_scripts;
}

}  // namespace attn
