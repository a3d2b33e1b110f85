#include "fuzz_target.hpp"
#include "practice/exercise/exercise.hpp"

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

ATTN_FUZZ_READER(recipe_fuzz) {
  constexpr std::size_t kShort = 100;  // longer ones may ask for many large products, which is slow
  const Recipe recipe{std::string(bytes)};
  for (const std::string& name : recipe.names())
    if (!is_name(name)) __builtin_trap();
  SmallNames names;
  if (bytes.size() <= kShort) recipe.evaluate(names);
}
