#include "fuzz_target.hpp"
#include "practice/exercise/exercise.hpp"
#include "round_trip.hpp"

namespace {

/// A small matrix under every name of one letter, and words under all others.
class SmallNames : public attn::RecipeNames {
 public:
  const attn::RecipeValue& value_of(const std::string& name) override {
    return name.size() == 1 ? numbers_ : words_;
  }
  std::uint32_t next_seed() override { return ++seed_; }

 private:
  attn::RecipeValue numbers_ = arma::mat{{1, 0}, {-2, 0.5}};
  attn::RecipeValue words_ = std::vector<std::string>{"cat", "sat"};
  std::uint32_t seed_ = 0;
};

}  // namespace

ATTN_FUZZ_TARGET(recipe_fuzz) {
  using namespace attn;
  constexpr std::size_t kShort = 100;  // longer ones may ask for many large products, which is slow
  try {
    const Recipe recipe{std::string(text_of(bytes, size))};
    for (const std::string& name : recipe.names())
      if (!is_name(name)) __builtin_trap();
    SmallNames names;
    if (size <= kShort) recipe.evaluate(names);
  } catch (const InputError&) {
  }
  return 0;
}
