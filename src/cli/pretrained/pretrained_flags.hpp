#pragma once

#include "cli/flags/flag_group.hpp"

namespace attn {

/// That the numbers are those of a model that others have trained, as typed, and what belongs to
/// its text.
struct ModelSourceFlags {
  Flag model{"--model"}, pair{"--pair"}, truncate{"--truncate"};

  void add_to(FlagTable& table);
};

/// The same, and what is asked of the model. Which layer and head is looked at are flags of the
/// command.
struct PretrainedFlags : ModelSourceFlags {
  Flag beside{"--beside"};
  Flag sort{"--sort"}, top{"--top"}, from_token{"--from-token"};
  Flag lens{"--lens"}, without_head{"--without-head"}, losses{"--token-losses"}, at{"--at"},
      wanted{"--wanted"};
  Flag queries{"--queries"}, keys{"--keys"}, find{"--find"}, strongest{"--strongest"};

  void add_to(FlagTable& table);
};

}  // namespace attn
