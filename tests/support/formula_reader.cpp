#include "support/formula_reader.hpp"

#include <cctype>
#include <stdexcept>

namespace attn {
namespace {

class Reader {
 public:
  Reader(const std::string& text, const std::map<std::string, Count>& values)
      : text_(text), values_(values) {}

  Count read() {
    const Count value = sum();
    if (at_ != text_.size()) refuse("the rest");
    return value;
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw std::runtime_error(what + " at " + std::to_string(at_) + " of " + text_);
  }

  bool takes(const std::string& token) {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    if (text_.compare(at_, token.size(), token) != 0) return false;
    at_ += token.size();
    return true;
  }

  Count sum() {
    Count value = takes("−") ? Count(-product()) : product();
    while (true) {
      if (takes("+"))
        value += product();
      else if (takes("−"))
        value -= product();
      else
        return value;
    }
  }

  bool ends_product() {
    takes("");  // skips spaces
    return at_ == text_.size() || text_[at_] == '+' || text_[at_] == ')' ||
           text_.compare(at_, 3, "−") == 0;
  }

  Count product() {
    Count value = factor();
    while (!ends_product()) {
      if (!takes("/")) {
        value *= factor();
        continue;
      }
      const Count divisor = factor();
      mpz_cdiv_q(value.get_mpz_t(), value.get_mpz_t(), divisor.get_mpz_t());
    }
    return value;
  }

  Count factor() {
    Count value;
    if (takes("(")) {
      value = sum();
      if (!takes(")")) refuse("a missing )");
    } else {
      value = name_or_number();
    }
    if (!takes("^")) return value;
    Count power = 1;
    for (long n = name_or_number().get_si(); n > 0; --n) power *= value;
    return power;
  }

  Count name_or_number() {
    std::string word;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_'))
      word += text_[at_++];
    if (word.empty()) refuse("neither a name nor a number");
    if (std::isdigit(static_cast<unsigned char>(word[0]))) return Count(word);
    const auto found = values_.find(word);
    if (found == values_.end()) refuse("no value for " + word);
    return found->second;
  }

  const std::string& text_;
  const std::map<std::string, Count>& values_;
  std::size_t at_ = 0;
};

}  // namespace

Count value_of_text(const std::string& formula, const std::map<std::string, Count>& values) {
  return Reader(formula, values).read();
}

std::map<std::string, Count> values_of(const Arguments& arguments) {
  std::map<std::string, Count> values;
  for (const Arguments::Argument& argument : arguments.all())
    values[argument.symbol] = argument.value;
  return values;
}

}  // namespace attn
