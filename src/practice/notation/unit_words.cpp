#include "practice/notation/unit_words.hpp"

#include <array>
#include <numbers>

#include "base/text.hpp"

namespace attn {
namespace {

enum class Meaning { nothing, counter, share, degrees, count };

struct UnitWord {
  std::string_view word;
  Meaning meaning = Meaning::nothing;
  double factor = 1.0;  // of a count: how many one of them is
};

// In small letters; the longer of two that end alike comes first.
constexpr std::array kUnits = {UnitWord{"%", Meaning::share},
                               UnitWord{"percent", Meaning::share},
                               UnitWord{"per cent", Meaning::share},
                               UnitWord{"パーセント", Meaning::share},
                               UnitWord{"degrees", Meaning::degrees},
                               UnitWord{"degree", Meaning::degrees},
                               UnitWord{"deg", Meaning::degrees},
                               UnitWord{"°", Meaning::degrees},
                               UnitWord{"度", Meaning::degrees},
                               UnitWord{"thousand", Meaning::count, 1e3},
                               UnitWord{"million", Meaning::count, 1e6},
                               UnitWord{"billion", Meaning::count, 1e9},
                               UnitWord{"万", Meaning::count, 1e4},
                               UnitWord{"億", Meaning::count, 1e8},
                               UnitWord{"割", Meaning::count, 0.1},
                               UnitWord{"radians"},
                               UnitWord{"radian"},
                               UnitWord{"rad"},
                               UnitWord{"ラジアン"},
                               UnitWord{"times"},
                               UnitWord{"time"},
                               UnitWord{"-fold"},
                               UnitWord{"fold"},
                               UnitWord{"x", Meaning::counter},
                               UnitWord{"×", Meaning::counter},
                               UnitWord{"smaller"},
                               UnitWord{"fewer"},
                               UnitWord{"倍"},
                               UnitWord{"回"},
                               UnitWord{"heads"},
                               UnitWord{"head"},
                               UnitWord{"query"},
                               UnitWord{"ヘッド"},
                               UnitWord{"numbers"},
                               UnitWord{"number"},
                               UnitWord{"values"},
                               UnitWord{"elements"},
                               UnitWord{"entries"},
                               UnitWord{"cells"},
                               UnitWord{"cell"},
                               UnitWord{"個", Meaning::counter},
                               UnitWord{"つ", Meaning::counter},
                               UnitWord{"積和演算"},
                               UnitWord{"parameters"},
                               UnitWord{"parameter"},
                               UnitWord{"params"},
                               UnitWord{"weights"},
                               UnitWord{"パラメータ"},
                               UnitWord{"パラメーター"},
                               UnitWord{"matrices"},
                               UnitWord{"matrix"},
                               UnitWord{"queries"},
                               UnitWord{"pairs"},
                               UnitWord{"frequencies"},
                               UnitWord{"angles"},
                               UnitWord{"本", Meaning::counter},
                               UnitWord{"枚", Meaning::counter},
                               UnitWord{"組"},
                               UnitWord{"positions"},
                               UnitWord{"position"},
                               UnitWord{"steps"},
                               UnitWord{"step"},
                               UnitWord{"ステップ"},
                               UnitWord{"batches"},
                               UnitWord{"batch"},
                               UnitWord{"バッチ"},
                               UnitWord{"examples"},
                               UnitWord{"example"},
                               UnitWord{"samples"},
                               UnitWord{"例"},
                               UnitWord{"件", Meaning::counter},
                               UnitWord{"nats"},
                               UnitWord{"nat"},
                               UnitWord{"tokens"},
                               UnitWord{"token"},
                               UnitWord{"words"},
                               UnitWord{"位置"},
                               UnitWord{"トークン"},
                               UnitWord{"単語"},
                               UnitWord{"語"},
                               UnitWord{"columns"},
                               UnitWord{"rows"},
                               UnitWord{"列"},
                               UnitWord{"行"},
                               UnitWord{"dimensions"},
                               UnitWord{"dimension"},
                               UnitWord{"dims"},
                               UnitWord{"dim"},
                               UnitWord{"次元"},
                               UnitWord{"kinds"},
                               UnitWord{"types"},
                               UnitWord{"different"},
                               UnitWord{"種類"},
                               UnitWord{"通り"}};

bool is_part_of_word(char c) {
  return begins_name(c) || (static_cast<unsigned char>(c) & 0x80U) != 0;
}

// Whether a text ends in a word that stands by itself: "4 heads" and "4heads", not "n_heads".
bool ends_in(std::string_view text, std::string_view word) {
  if (text.size() <= word.size()) return false;
  const std::string_view end = text.substr(text.size() - word.size());
  if (lower_case(std::string(end)) != word) return false;
  const bool is_ascii = (static_cast<unsigned char>(word.front()) & 0x80U) == 0;
  return !is_ascii || word == "%" || !is_part_of_word(text[text.size() - word.size() - 1]);
}

}  // namespace

NumberAndUnit without_units(std::string_view plain,
                            const std::function<bool(const std::string&)>& is_name) {
  constexpr int kMostWords = 4;
  NumberAndUnit result{.number = trimmed(plain)};
  if (result.number.empty() || is_ascii_digit(result.number.back())) return result;
  for (int n_words = 0; n_words < kMostWords; ++n_words) {
    const UnitWord* found = nullptr;
    for (const UnitWord& unit : kUnits)
      if (ends_in(result.number, unit.word)) {
        found = &unit;
        break;
      }
    if (found == nullptr) break;
    const std::size_t rest = result.number.size() - found->word.size();
    if (is_name(std::string(result.number.substr(rest)))) break;
    const bool has_factor =
        found->meaning != Meaning::nothing && found->meaning != Meaning::counter;
    if (has_factor && result.factor != 1.0) break;  // 30 %% is no number
    if (found->meaning == Meaning::nothing) result.nouns.push_back(found->word);
    if (found->meaning == Meaning::share) result.factor = 0.01;
    if (found->meaning == Meaning::count) result.factor = found->factor;
    if (found->meaning == Meaning::degrees) {
      result.factor = std::numbers::pi / 180.0;
      result.is_degrees = true;
    }
    result.number = trimmed(result.number.substr(0, rest));
  }
  return result;
}

bool ends_in_times_sign(std::string_view plain) {
  return ends_in(plain, "×") || ends_in(plain, "x") || ends_in(plain, "times");
}

}  // namespace attn
