#include "cli/attention/backward_flags.hpp"

#include <algorithm>
#include <string_view>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/flags/flag_values.hpp"
#include "cli/present/export.hpp"
#include "cli/present/named_place.hpp"
#include "cli/program/program_folder.hpp"
#include "core/shape.hpp"
#include "data/matrix/read_matrix.hpp"
#include "mechanisms/backward/backward.hpp"
#include "render/picture/picture.hpp"

namespace attn {

void BackwardFlags::add_to(FlagTable& table) {
  const FlagGroup group(table, translated("The way back: gradients"));
  group.flag(backward, translated("Also walk back from a loss: how it changes with every stage"));
  group.value(loss, "CELL",
              translated("That loss is one cell, such as \"output[sat, 1]\" (default: the sum)"));
  group.value(target, "MATRIX",
              translated("That loss is the mean squared difference of the result from this"));
  group.value(jacobian, "ROW", translated("Also show how softmax answers in this row"));
}

namespace {

// The parts of "output[sat, 1]". A word may hold brackets and commas itself.
struct NamedCell {
  std::string stage, row, col;
};

std::string example_of_loss(const Stage& result) {
  return fmt::format("{}[{}, 0]", result.id, result.rows.place_name(0));
}

NamedCell split_cell(const Flag& flag, const Stage& result) {
  const bool is_full_width = flag.text().find('[') == std::string::npos;
  const std::string text = is_full_width ? with_ascii_signs(flag.text(), "[],") : flag.text();
  const std::size_t open = text.find('['), comma = text.rfind(',');
  if (open == std::string::npos || comma == std::string::npos || comma < open ||
      !text.ends_with(']'))
    throw InputError(
        message("{} names one cell by stage, row and column, such as \"{}\", but it "
                "is {}.",
                flag.name(), example_of_loss(result), text.empty() ? "''" : preview(text)));
  const auto part = [&text](std::size_t from, std::size_t to) {
    return std::string(trimmed(std::string_view(text).substr(from, to - from)));
  };
  return {plain_value(part(0, open)), part(open + 1, comma), part(comma + 1, text.size() - 1)};
}

// "output" of several heads is no stage by itself, but a part of one that a loss can be a cell of.
std::string hint_about_heads(const Trace& trace, const std::string& named) {
  const Stage* const concat = trace.find("concat");
  if (!concat) return "";
  arma::uword first = 0;
  for (const Stage* output : trace.in_every_group("output")) {
    const arma::uword next = first + output->value.n_cols;
    if (named == output->id || named == output->group + " " + output->id)
      return message("{} holds the outputs of all heads side by side: its columns {} to {} are {}.",
                     concat->id, first, next - 1, output->group + " " + output->id);
    first = next;
  }
  return "";
}

[[noreturn]] void refuse_stage(const Flag& flag, const Trace& trace, const std::string& named) {
  std::string text = message("{} must be a cell of {}, but it is one of {}.", flag.name(),
                             listed(stages_of_loss(trace)), named.empty() ? "''" : preview(named));
  if (const std::string hint = hint_about_heads(trace, named); !hint.empty())
    add_sentence(text, hint);
  throw InputError(text);
}

Loss read_cell(const Flag& flag, const Trace& trace) {
  const std::vector<std::string> stages = stages_of_loss(trace);
  const NamedCell cell = split_cell(flag, trace.stage(stages.front()));
  if (std::find(stages.begin(), stages.end(), cell.stage) == stages.end())
    refuse_stage(flag, trace, cell.stage);
  const Stage& stage = trace.stage(cell.stage);
  return {.kind = Loss::Kind::cell,
          .of = cell.stage,
          .row = row_named(flag.name(), stage, cell.row),
          .col = col_named(flag.name(), stage, cell.col)};
}

Loss read_target(const Flag& flag, const Trace& trace) {
  const Stage& result = trace.stage(stages_of_loss(trace).front());
  Loss loss{.kind = Loss::Kind::target};
  loss.target = read_matrix(flag.text(), flag.name(), {"target", "expected", result.id, "y"});
  if (arma::size(loss.target) == arma::size(result.value)) return loss;
  throw InputError(
      message("{} {} is {}, but the result to compare it with ({}) is {}. Give one row "
              "for each token.",
              flag.name(), preview(shown_path(flag.text()), 200), shape_of(loss.target), result.id,
              shape_of(result.value)));
}

Loss read_loss(const BackwardFlags& flags, const Trace& trace) {
  if (flags.loss) return read_cell(flags.loss, trace);
  if (flags.target) return read_target(flags.target, trace);
  return {};
}

// Pictures show the weights, or the way forward, where no stage is named.
void refuse_pictures(const Flag& backward, const ViewFlags& view, bool names_stages) {
  const auto kind = view.view.choice(kViews);
  if (kind == View::flow)
    throw InputError(message("{} {} draws the way forward alone: leave out {}.", view.view.name(),
                             view.view.text(), backward.name()));
  if (names_stages || !kind || !is_picture(*kind) || kind == View::panels) return;
  throw InputError(
      message("{} {} draws the weights where no stage is named. For the way back name "
              "one, such as --stage d_scaled.",
              view.view.name(), view.view.text()));
}

// What shows or saves a single matrix has to be told which.
void require_a_name(const ViewFlags& view) {
  const std::vector<std::string>& files = view.files.texts();
  const auto one = std::find_if(files.begin(), files.end(), [](const std::string& file) {
    return hold_one_matrix_each({file});
  });
  if (!view.quiet && one == files.end()) return;
  throw InputError(
      message("{} takes one matrix, and there are many on the way back: name it, such "
              "as --stage d_input.",
              view.quiet ? view.quiet.name() : "-o " + preview(*one, 200)));
}

const Stage& some_weights(const Trace& trace) {
  if (const Stage* weights = trace.find("weights")) return *weights;
  return *trace.in_every_group("weights").front();
}

}  // namespace

void BackwardFlags::refuse_unused(const ViewFlags& view, const Flag& batch,
                                  const Flags& others) const {
  if (!backward) return require_used_with({loss, target, jacobian}, backward.name());
  refuse_two_of({loss, target});
  refuse_beside(backward, others);
  if (batch)
    throw InputError(message(
        "{} shows the gradients of one sequence; those of weights that a batch shares would "
        "add up over all of it. Leave out {}.",
        backward.name(), batch.name()));
  const bool names_stages = view.stages || view.from || view.to;
  refuse_pictures(backward, view, names_stages);
  if (!names_stages) require_a_name(view);
}

void BackwardFlags::add_stages(Trace& trace) const {
  if (!backward) return;
  Backward question{.loss = read_loss(*this, trace)};
  if (jacobian)
    question.jacobian_row = row_named(jacobian.name(), some_weights(trace), jacobian.text());
  record_backward(trace, question);
}

}  // namespace attn
