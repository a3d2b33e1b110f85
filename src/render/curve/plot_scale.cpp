#include "render/curve/plot_scale.hpp"

#include <algorithm>
#include <cmath>

#include "render/number/quantity_text.hpp"

namespace attn {
namespace {

const std::vector<unsigned> kRound{1, 2, 5};
constexpr std::size_t kMostDigitsOfPrefixes = 33;  // the last prefix is Q, 10^30
constexpr unsigned kFewestTicks = 3;

// The common logarithm; a double holds it however long the count is.
double log10_of(const Count& count) {
  signed long exponent = 0;
  const double mantissa = mpz_get_d_2exp(&exponent, count.get_mpz_t());
  return std::log10(mantissa) + static_cast<double>(exponent) * std::log10(2.0);
}

std::size_t digits_of(const Count& count) { return count.get_str().size(); }

// "0.25" for 250 thousandths: without zeros at the end.
std::string decimal_fraction_text(const Count& count, unsigned decimals) {
  std::string digits = count.get_str();
  if (digits.size() <= decimals) digits.insert(0, decimals + 1 - digits.size(), '0');
  digits.insert(digits.size() - decimals, ".");
  digits.erase(digits.find_last_not_of('0') + 1);
  return digits;
}

}  // namespace

PlotScale::PlotScale(Kind kind, const Count& least, const Count& greatest)
    : kind_(kind), least_(least), greatest_(greatest) {}

double PlotScale::share_of(const Count& count) const {
  if (least_ == greatest_) return 0.5;
  if (kind_ == Kind::linear) return mpq_class(count - least_, greatest_ - least_).get_d();
  const double from = log10_of(least_);
  return (log10_of(count) - from) / (log10_of(greatest_) - from);
}

std::vector<Count> PlotScale::ticks(unsigned most) const {
  return kind_ == Kind::linear ? even_steps(most) : decades(most);
}

// Powers of ten, every second one or fewer where there are many; where there are hardly any, 1, 2
// and 5 or 1 and 3 times each; and on a short axis even steps.
std::vector<Count> PlotScale::decades(unsigned most) const {
  const std::vector<Count> powers = multiples_of_powers({1});
  if (powers.size() < kFewestTicks) {
    for (const std::vector<Count>& finer :
         {multiples_of_powers(kRound), multiples_of_powers({1, 3})})
      if (finer.size() >= kFewestTicks && finer.size() <= most) return finer;
    return even_steps(most);
  }
  std::size_t step = 1;
  while ((powers.size() + step - 1) / step > most) ++step;
  std::vector<Count> kept;
  for (std::size_t i = (powers.size() - 1) % step; i < powers.size(); i += step)
    kept.push_back(powers[i]);
  return kept;
}

std::vector<Count> PlotScale::multiples_of_powers(const std::vector<unsigned>& factors) const {
  std::vector<Count> found;
  for (std::size_t exponent = digits_of(least_) - 1; exponent < digits_of(greatest_); ++exponent)
    for (const unsigned factor : factors) {
      const Count tick = factor * power_of(10, exponent);
      if (tick >= least_ && tick <= greatest_) found.push_back(tick);
    }
  return found;
}

std::vector<Count> PlotScale::even_steps(unsigned most) const {
  for (std::size_t exponent = 0; exponent <= digits_of(greatest_); ++exponent)
    for (const unsigned factor : kRound) {
      const Count step = factor * power_of(10, exponent);
      Count first;
      mpz_cdiv_q(first.get_mpz_t(), least_.get_mpz_t(), step.get_mpz_t());
      first *= step;
      if (greatest_ < first) return {};
      if ((greatest_ - first) / step + 1 > most) continue;
      std::vector<Count> ticks;
      for (Count tick = first; tick <= greatest_; tick += step) ticks.push_back(tick);
      return ticks;
    }
  return {};
}

std::string tick_text(const Count& count, unsigned decimals) {
  const Count one = power_of(10, decimals);
  if (decimals > 0 && count % one == 0) return tick_text(count / one);
  if (decimals > 0) return decimal_fraction_text(count, decimals);
  if (digits_of(count) > kMostDigitsOfPrefixes) {
    const std::string digits = count.get_str();
    const std::string power = "10^" + std::to_string(digits.size() - 1);
    return digits[0] == '1' ? power : digits.substr(0, 1) + " " + power;
  }
  const Unit unit = decimal_unit_for(count, "");
  const std::string rough = in_unit(count, unit, 0), fine = in_unit(count, unit, 1);
  return (fine == rough + ".0" ? rough : fine) + (unit.name.empty() ? "" : " " + unit.name);
}

std::vector<std::string> place_texts(const std::vector<Count>& places, unsigned decimals) {
  if (decimals > 0) {
    std::vector<std::string> texts;
    for (const Count& place : places) texts.push_back(tick_text(place, decimals));
    return texts;
  }
  const Count kibi = 1024, mebi = kibi * kibi;
  const bool is_binary = std::all_of(places.begin(), places.end(), [&kibi](const Count& place) {
    return place < kibi || place % kibi == 0;
  });
  std::vector<std::string> texts;
  for (const Count& place : places) {
    if (!is_binary || place < kibi)
      texts.push_back(count_text(place));
    else if (place % mebi == 0)
      texts.push_back(count_text(place / mebi) + "M");
    else
      texts.push_back(count_text(place / kibi) + "K");
  }
  return texts;
}

}  // namespace attn
