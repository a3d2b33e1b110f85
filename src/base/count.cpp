#include "base/count.hpp"

#include "base/count_text.hpp"

namespace attn {

Count count_of(std::uint64_t number) {
  static_assert(sizeof(unsigned long) >= sizeof(std::uint64_t));
  return Count(static_cast<unsigned long>(number));
}

Count power_of(std::uint64_t base, std::size_t exponent) {
  Count power;
  mpz_ui_pow_ui(power.get_mpz_t(), base, exponent);
  return power;
}

std::string count_text(const Count& count) { return in_groups_of_three(count.get_str()); }

double share_of(const Count& part, const Count& whole) {
  return whole == 0 ? 0.0 : mpq_class(part, whole).get_d();
}

double percent_of(const Count& part, const Count& whole) { return 100.0 * share_of(part, whole); }

}  // namespace attn
