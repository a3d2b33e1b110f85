#include <algorithm>
#include <numeric>
#include <string_view>

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "cli/attention/attention_flags.hpp"
#include "cli/flags/flag.hpp"
#include "cli/flags/shared_flags.hpp"
#include "cli/present/present.hpp"
#include "cli/program/program.hpp"
#include "core/shape.hpp"
#include "data/matrix/read_matrix.hpp"
#include "data/model/model_files.hpp"
#include "examples/numbers.hpp"
#include "mechanisms/backward/backward.hpp"
#include "render/picture/picture.hpp"

namespace attn {

void MultiHeadFlags::add_to(FlagTable& table) {
  add_sequence_word_flags(FlagGroup(table, words_title()));

  const FlagGroup head_group(table, translated("Heads"));
  add_head_flags(head_group, translated("Number of query heads (default 2)"));
  head_group.flag(bias, translated("Add a bias after every projection"),
                  {.excludes = {"--no-bias"}});
  head_group.flag(no_bias, translated("No biases (default)"));
  head_group.value(weight_seed, "N",
                   translated("Other weights for the same words (default --seed)"));
  head_group.flag(average, translated("Show the mean of the heads' weights too"));

  const FlagGroup matrices(table, matrices_title());
  add_sequence_matrix_flags(matrices);
  matrices.value(value_memory, "MATRIX",
                 translated("Embeddings that values are made from, where they differ from keys'"));
  matrices.value(weights, "FILE",
                 translated("A layer's weights: .safetensors, .npz or .json, of attn, PyTorch, "
                            "BERT, GPT-2 or Llama"));
  matrices.value(weights_prefix, "NAME",
                 translated("Which layer of that file, by what its tensors' names begin with"),
                 {.needs = {"--weights"}});

  const FlagGroup attention(table, translated("Attention"));
  add_setting_flags(attention);
  attention.flag(rope, translated("Turn queries and keys by their positions (RoPE)"));
  const FlagGroup of_rope = attention.with("--rope");
  of_rope.value(layout, "KIND",
                translated("With --rope, which columns are a pair: interleaved (2i and 2i + 1) "
                           "or half (i and i + d_head/2)"));
  of_rope.value(base, "X", translated("With --rope: the base (default 10000)"));
}

namespace {

constexpr arma::uword kMostHeads = 1024;
constexpr arma::uword kMostWeightCells = arma::uword{1} << 26;  // 512 MiB a matrix

HeadCounts read_counts(const MultiHeadFlags& flags, arma::uword usual_heads) {
  HeadCounts counts;
  counts.n_heads = flags.heads.count(1, kMostHeads).value_or(usual_heads);
  counts.n_kv_heads = flags.kv_heads.count(1, kMostHeads).value_or(counts.n_heads);
  require_shared_evenly(counts);
  return counts;
}

// Sizes that the weights already decide.
void refuse_size_flags(const MultiHeadFlags& flags) {
  for (const Flag& flag : given_among(
           {flags.d_model, flags.d_head, flags.init, flags.bias, flags.no_bias, flags.weight_seed}))
    throw InputError(
        message("{} follows from the weights that are given; leave it out.", flag.name()));
}

// The counts that a file's weights allow: the number of query heads is in no file.
HeadCounts counts_for(const MultiHeadFlags& flags, const AttentionWeights& weights) {
  if (!flags.heads)
    throw InputError(
        message("--weights also needs --heads N: how many heads there are is not in the file. W_Q "
                "has {} columns, which the heads share.",
                weights.W_Q.n_cols));
  HeadCounts counts = read_counts(flags, 1);
  const arma::uword d_k = weights.W_Q.n_cols / counts.n_heads;
  const bool splits = d_k > 0 && weights.W_Q.n_cols % counts.n_heads == 0;
  if (!flags.kv_heads && splits && weights.W_K.n_cols % d_k == 0)
    counts.n_kv_heads = std::max<arma::uword>(1, weights.W_K.n_cols / d_k);
  return counts;
}

class MultiHeadReader {
 public:
  explicit MultiHeadReader(const MultiHeadFlags& flags) : flags_(flags) {}

  MultiHeadInput read() {
    static_cast<AttentionOptions&>(input_.problem) = flags_.read_settings();
    input_.problem.average = bool(flags_.average);
    input_.problem.n_batch = n_batch_of(flags_.batch);
    refuse_names_of_weights();
    if (!flags_.memory) require_used_with({flags_.value_memory}, flags_.memory.name());
    if (flags_.weights) read_weights();
    if (flags_.x)
      read_embeddings();
    else
      read_words();
    if (flags_.value_memory)
      input_.problem.value_memory =
          read_sequence(flags_.value_memory, {"value_memory", "memory", "x"});
    if (flags_.weights) {
      const MultiHeadProblem& problem = input_.problem;
      const arma::mat& keys = problem.memory ? *problem.memory : problem.X;
      const arma::mat& values = problem.value_memory ? *problem.value_memory : keys;
      require_token_widths(problem.weights, layout_, flags_.weights.name(), problem.X.n_cols,
                           keys.n_cols, values.n_cols);
    }
    read_rope();
    MultiHeadProblem& problem = input_.problem;
    const bool are_two = flags_.cross || flags_.memory || flags_.key_tokens;
    flags_.read_visibility(problem, {problem.query_tokens, problem.key_tokens, are_two},
                           input_.notes);
    return std::move(input_);
  }

 private:
  // What names of weights begin with is never a number.
  void refuse_names_of_weights() const {
    const std::string& text = flags_.prefix.text();
    if (!flags_.weights || !std::any_of(text.begin(), text.end(), begins_name)) return;
    throw InputError(
        message("{} says how many first keys are open to everybody, but it is {}. Which layer of "
                "the file is meant says {}.",
                flags_.prefix.name(), preview(text), flags_.weights_prefix.name()));
  }

  void read_weights() {
    refuse_size_flags(flags_);
    AttentionWeights read = read_attention_weights(flags_.weights.text(), flags_.weights.name(),
                                                   flags_.weights_prefix.text());
    input_.problem.counts = counts_for(flags_, read);
    layout_ = read.layout;
    input_.notes.push_back(message("the weights in {} are laid out as those of {}.",
                                   shown_path(flags_.weights.text()), read.layout));
    input_.problem.weights = std::move(read);  // all but its layout
  }

  void read_embeddings() {
    Sequences sequences = read_matrix_sequences(flags_);
    const Flags of_made_up{flags_.seed, flags_.rng, flags_.init};
    if (flags_.weights)
      for (const Flag& flag : given_among(of_made_up)) refuse_together(flag, flags_.x);
    else
      refuse_two_of({flags_.seed, flags_.weight_seed});  // only weights are drawn
    if (!flags_.weights) make_weights(sequences);
    take(std::move(sequences));
  }

  // Weights for rows that are given. With NumPy they are the first numbers of the stream.
  void make_weights(Sequences& sequences) {
    WordModel model = flags_.read_model();
    model.d_model = sequences.X.n_cols;
    HeadModel heads = read_head_model(model);
    if (sequences.memory) heads.d_source = sequences.memory->n_cols;
    require_weights_fit(std::max(heads.d_model, heads.d_source));
    input_.problem.counts = {heads.n_heads, heads.n_kv_heads};
    input_.problem.weights = head_weights(heads);
    sequences.source = name_of(model);
    sequences.notes.push_back(made_up_weights_note());
    const arma::uword width = heads.n_heads * heads.d_head;
    // Of scores nothing can be said: X may have any variance.
    add_note(sequences.notes, init_note(heads.init, heads.d_model, width, width, false));
  }

  void read_words() {
    WordModel words = flags_.read_model();
    HeadModel heads;
    if (flags_.weights) {
      words.d_model = input_.problem.weights.W_Q.n_rows;
    } else {
      heads = read_head_model(words);
      input_.problem.counts = {heads.n_heads, heads.n_kv_heads};
      input_.problem.weights = head_weights(heads);
    }
    Sequences sequences = read_word_sequences(
        flags_, words.d_model,
        [&](const std::vector<std::string>& query, const std::vector<std::string>& others) {
          return embedded(words, query, others);
        });
    sequences.source = name_of(words);
    if (!flags_.weights) {
      sequences.notes.push_back(made_up_note(words));
      add_note(sequences.notes, note_on_init(heads));
      if (words.kind == WordModel::Kind::numpy && heads.seed == words.seed &&
          words.init.kind == WeightInit::Kind::factor)
        sequences.notes.push_back(
            message("X and the weights are drawn from the same seed, so W_Q, head by head, begins "
                    "with the numbers of X, times {}. --weight-seed N draws them apart.",
                    exact(words.init.factor)));
    }
    take(std::move(sequences));
  }

  // A bias of its own that PyTorch draws moves all scores of a query, and more than the weights
  // say.
  std::string note_on_init(const HeadModel& heads) const {
    const bool is_scaled = input_.problem.scale == Scale{};
    const bool has_bias = heads.bias && heads.init.kind == WeightInit::Kind::torch;
    return init_note(heads.init, heads.d_model, heads.n_heads * heads.d_head,
                     heads.n_kv_heads * heads.d_head, is_scaled && !has_bias);
  }

  HeadModel read_head_model(const WordModel& words) const {
    constexpr arma::uword kUsualHeads = 2;
    const HeadCounts counts = read_counts(flags_, kUsualHeads);
    HeadModel model{
        .kind = words.kind,
        .seed = words.seed,
        .init = words.init,
        .d_model = words.d_model,
        .d_source = words.d_model,
        .n_heads = counts.n_heads,
        .n_kv_heads = counts.n_kv_heads,
        .d_head = d_head_value(flags_.d_head, words.d_model, counts.n_heads, kLargestWidth),
        .bias = bool(flags_.bias)};
    if (flags_.weight_seed)
      model.seed = static_cast<std::uint32_t>(*flags_.weight_seed.count(0, UINT32_MAX));
    if (model.n_heads * model.d_head > kMostWeightCells / model.d_model)
      throw InputError(message("{} heads of width {} are too many for d_model {}. Use fewer.",
                               model.n_heads, model.d_head, model.d_model));
    return model;
  }

  // Words of two sequences may need rows of two widths: a layer can read keys of another width.
  WordEmbeddings embedded(const WordModel& model, const std::vector<std::string>& words,
                          const std::vector<std::string>& others) const {
    const MultiHeadWeights& weights = input_.problem.weights;
    if (others.empty() || weights.W_K.n_rows == model.d_model)
      return word_embeddings(model, words, others);
    WordModel other_model = model;
    other_model.d_model = weights.W_K.n_rows;
    return {word_embeddings(model, words, {}).X, word_embeddings(other_model, others, {}).X};
  }

  void take(Sequences sequences) {
    MultiHeadProblem& problem = input_.problem;
    problem.X = std::move(sequences.X);
    problem.memory = std::move(sequences.memory);
    problem.query_tokens = std::move(sequences.query_tokens);
    problem.key_tokens = std::move(sequences.key_tokens);
    input_.title = std::move(sequences.title);
    input_.source = std::move(sequences.source);
    input_.notes.insert(input_.notes.end(), sequences.notes.begin(), sequences.notes.end());
  }

  void read_rope() {
    if (!flags_.rope) return;
    Rotary rope;
    rope.base = flags_.base.number().value_or(rope.base);
    rope.pairing = flags_.layout.choice(kPairings).value_or(rope.pairing);
    if (!flags_.layout && layout_ == "Llama") {
      rope.pairing = Pairing::half_split;
      input_.notes.push_back(
          translated("the weights are Llama's, so RoPE pairs columns i and i + d_head/2. --layout "
                     "interleaved pairs neighbours."));
    }
    input_.problem.rope = rope;
  }

  const MultiHeadFlags& flags_;
  MultiHeadInput input_;
  std::string layout_;  // of the weights that were read
};

}  // namespace

MultiHeadInput read_multi_head_input(const MultiHeadFlags& flags) {
  return MultiHeadReader(flags).read();
}

void BackwardFlags::add_to(FlagTable& table) {
  const FlagGroup group(table, translated("The way back: gradients"), PageRole::kept);
  group.flag(backward, translated("Also walk back from a loss: how it changes with every stage"),
             {.excludes = {"--study", "--expect"}});
  const FlagGroup of_backward = group.with("--backward");
  of_backward.value(
      loss, "CELL",
      translated("That loss is one cell, such as \"output[sat, 1]\", of mha \"projected[sat, 1]\" "
                 "(default: the sum)"),
      {.excludes = {"--target"}});
  of_backward.value(target, "MATRIX",
                    translated("That loss is the mean squared difference of the result from this"));
  of_backward.value(jacobian, "ROW", translated("Also show how softmax answers in this row"));
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

void BackwardFlags::refuse_unused(const ViewFlags& view, const Flag& batch) const {
  if (!backward) return;
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
