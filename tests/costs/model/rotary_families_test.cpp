#include "costs/costs.hpp"
#include "costs/family_config.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("rotary families: a decoder that keeps a cache", "[costs][rotary_families]") {
  for (const char* family :
       {"llama", "mistral", "mixtral", "gemma", "gemma2", "qwen2", "qwen3", "phi3"}) {
    CAPTURE(family);
    const Model model = model_of(with(small(family), "max_position_embeddings", 2048));
    CHECK(model.n_context == 2048);
    CHECK(model.positions == Positions::rotary);
    CHECK(model.stacks.size() == 1);
    CHECK(model.stacks.front().causal);
    CHECK(model.stacks.front().keeps_cache);
    CHECK(model.has_lm_head);
  }
  for (const char* family : {"gemma", "gemma2"})
    CHECK_FALSE(
        model_of(with(small(family), "use_bidirectional_attention", true)).stacks.front().causal);
}

TEST_CASE("rotary families: experts of which a token sees a few", "[costs][rotary_families]") {
  // Mixtral 8x7B goes through 2 of 8 MLPs: 46,702,792,704 - 6/8 · 45,097,156,608.
  const json entry = framework_counts()["mixtral-8x7b"];
  const Costs costs = costs_of(model_of(entry["config"]), {});
  CHECK(total_of(costs.parameters).get_str() == "46702792704");
  CHECK(costs.n_active_parameters.get_str() == "12879925248");
}

TEST_CASE("rotary families: windows by family", "[costs][rotary_families]") {
  const auto windowed = [](const json& config) {
    const Stack stack = model_of(config).stacks.front();
    return std::pair(stack.window, stack.n_windowed_layers);
  };
  using Window = std::pair<std::optional<std::uint64_t>, std::uint64_t>;
  const Window none{std::nullopt, 0};
  // In every layer, and only in Mistral's without being asked for.
  CHECK(windowed(small("mistral")) == Window{4096, 5});
  CHECK(windowed(with(small("mistral"), "sliding_window", 7)) == Window{7, 5});
  CHECK(windowed(with(small("mistral"), "sliding_window", nullptr)) == none);
  CHECK(windowed(small("mixtral")) == none);
  CHECK(windowed(with(small("mixtral"), "sliding_window", 7)) == Window{7, 5});
  CHECK(windowed(with(small("phi3"), "sliding_window", 7)) == Window{7, 5});
  // In every other layer, beginning with the first.
  CHECK(windowed(small("gemma2")) == Window{4096, 3});
  CHECK(windowed(with(small("gemma2"), "num_hidden_layers", 4)) == Window{4096, 2});
  const json types{"full_attention", "full_attention", "sliding_attention", "full_attention",
                   "full_attention"};
  CHECK(windowed(with(small("gemma2"), "layer_types", types)) == Window{4096, 1});
  // In the last layers, if it is switched on.
  const json qwen = with(with(small("qwen2"), "sliding_window", 7), "max_window_layers", 3);
  CHECK(windowed(qwen) == none);
  CHECK(windowed(with(qwen, "use_sliding_window", true)) == Window{7, 2});
  CHECK(windowed(with(with(qwen, "use_sliding_window", true), "max_window_layers", 9)) == none);
  CHECK(windowed(with(with(qwen, "use_sliding_window", true), "layer_types", types)) ==
        Window{7, 1});
}

TEST_CASE("rotary families: names keys that contradict each other",
          "[costs][rotary_families][error]") {
  CHECK(refused(with(small("llama"), "hidden_size", 25)) == "accepted");  // head_dim says how wide
  CHECK(refused(with(small("llama"), "num_key_value_heads", 4)) ==
        "config.json: \"num_key_value_heads\" is 4, and the 6 heads of \"num_attention_heads\" "
        "cannot share them evenly. Give a number that divides 6.");
  CHECK(refused(without(small("mistral"), "num_key_value_heads")).find("is 8, and the 6 heads") !=
        std::string::npos);
  CHECK(refused(with(small("mixtral"), "num_experts_per_tok", 9)) ==
        "config.json: \"num_experts_per_tok\" is 9, but there are only 8 experts in "
        "\"num_local_experts\".");
  CHECK(refused(with(small("gemma2"), "layer_types", {"full_attention"})) ==
        "config.json: \"layer_types\" must name the kind of each of 5 layers, but it has 1 "
        "entries.");
  CHECK(refused(with(with(small("gemma2"), "num_hidden_layers", 2), "layer_types",
                     {"full_attention", "chunked_attention"})) ==
        "config.json: \"layer_types\" may hold \"sliding_attention\" and \"full_attention\", but "
        "its entry 1 is something else.");
}
