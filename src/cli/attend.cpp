#include <CLI/App.hpp>
#include <memory>

#include "cli/attention_flags.hpp"
#include "cli/commands.hpp"
#include "cli/present.hpp"
#include "cli/view_flags.hpp"
#include "core/error.hpp"
#include "core/message.hpp"
#include "mechanisms/scaled_dot_product.hpp"

namespace attn {
namespace {

struct AttendFlags {
  AttentionFlags attention;
  ViewFlags view;
};

// "--stage scores weights" would make a word of the second stage, and nobody would notice.
void refuse_stage_among_words(const AttendFlags& flags, const Trace& trace) {
  if (flags.view.stages.empty() || flags.attention.text.size() < 2) return;
  for (const std::string& word : flags.attention.text)
    for (const Stage& stage : trace.stages)
      if (word == stage.id)
        throw InputError(
            message("{0} is a stage, but stands among the words. Separate stages by "
                    "commas, --stage {1},{0}, and put the sentence in quotes.",
                    word, flags.view.stages.back()));
}

int attend(const AttendFlags& flags) {
  const ViewChoice view = flags.view.read();
  AttentionInput input = read_attention_input(flags.attention);
  Trace trace = scaled_dot_product(input.problem);
  refuse_stage_among_words(flags, trace);
  trace.title = input.title;
  trace.source = input.source;
  trace.notes = std::move(input.notes);
  return present(trace, view);
}

}  // namespace

void add_attend(CLI::App& app, Action& chosen) {
  const auto flags = std::make_shared<AttendFlags>();
  flags->attention.add_to(app);
  flags->view.add_to(app);
  app.callback([flags, &chosen] { chosen = [flags] { return attend(*flags); }; });
}

}  // namespace attn
