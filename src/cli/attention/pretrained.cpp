#include "cli/attention/pretrained.hpp"

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/attention/pretrained_parts.hpp"
#include "cli/present/present.hpp"
#include "cli/terminal/terminal.hpp"
#include "data/model/model_files.hpp"
#include "learning/learned/learned.hpp"
#include "learning/text/text.hpp"
#include "mechanisms/attention/stages.hpp"
#include "tokenizer/shown_token.hpp"

namespace attn {

namespace {

namespace fs = std::filesystem;

// That of a GPT-2 of the same sizes, but for how it knows places.
Architecture gpt2_of(const LearnSettings& learned) {
  const TransformerSettings settings = text_model_settings(learned);
  const nlohmann::json config{{"model_type", "gpt2"},
                              {"n_embd", settings.d_model},
                              {"n_layer", settings.n_layers},
                              {"n_head", settings.n_heads},
                              {"n_inner", settings.d_ff},
                              {"n_positions", settings.longest},
                              {"vocab_size", settings.vocabulary},
                              {"tie_word_embeddings", false}};
  Architecture architecture = architecture_of(model_config(config.dump(), "config.json"));
  // Both tables have the same words.
  const std::string positions = name_in(attn::kPositionKinds, settings.positions);
  architecture.sizes.positions = value_in(kPositions, positions).value();
  if (architecture.sizes.positions == Positions::rotary) architecture.rotary.emplace();
  return architecture;
}

// Which words there are; how a text is cut into them is the model's own way.
Tokenizer names_of(const Vocabulary& vocabulary) {
  TokenVocabulary names;
  for (std::uint32_t id = 0; id < vocabulary.size(); ++id) names.add(vocabulary.word(id), id);
  return Tokenizer(TokenizerParts{
      .added = {{.content = kPaddingWord, .id = Vocabulary::kPadding, .special = true},
                {.content = kStartWord, .id = Vocabulary::kStart, .special = true}},
      .normalizers = {},
      .pre_tokenizers = {},
      .model = WordPiece(std::move(names), {.unknown = kPaddingWord}),
      .post_processor = {},
      .notes = {}});
}

Encoding encoded_words(const LearnedModel& model, const std::string& text) {
  const std::vector<std::string> words =
      model_tokens(text, {.vocabulary = model.vocabulary(),
                          .unit = model.text().unit,
                          .has_spaces = model.text().has_spaces});
  Encoding encoding{.tokens = {{.id = Vocabulary::kStart, .is_special = true}}, .notes = {}};
  for (const std::uint32_t id : model.vocabulary().ids(words))
    encoding.tokens.push_back({.id = id, .begin = 0, .end = 1});
  return encoding;
}

}  // namespace

bool names_learned_file(const std::string& typed) {
  std::error_code ignored;
  return typed.ends_with(".safetensors") && !fs::is_directory(typed, ignored);
}

ModelFolder read_learned_folder(const std::string& path) {
  std::error_code ignored;
  const fs::path beside = fs::path(path).parent_path();
  if (fs::exists(beside / "config.json", ignored))
    throw InputError(message("{}: there is a config.json beside it. Give the folder: {}",
                             preview(path, 200),
                             "--model " + (beside.empty() ? "." : beside.string())));
  const auto model = std::make_shared<const LearnedModel>(path);
  return {.name = fs::path(path).stem().string(),
          .architecture = gpt2_of(model->file().settings),
          .files = WeightFiles::of_file(path),
          .tokenizer = names_of(model->vocabulary()),
          .notes = {},
          .encode_words = [model](const std::string& text) { return encoded_words(*model, text); }};
}

namespace {

// What is asked of a model, the flag that asks for it, and those that it reads besides.
struct ModelView {
  enum class Kind { overview, heads, window, from_token, lens, removal, losses, beside, places };
  Kind kind = Kind::overview;
  Flag asked_by;
  Flags reads;
};

[[noreturn]] void refuse_without_head(const Flag& flag, const ModelCommand& command) {
  throw InputError(message("{} is of one head: name it with {} and {}.", flag.name(),
                           command.layer.name(), command.head.name()));
}

ModelView view_of(const ModelCommand& command, const PretrainedFlags& f, const Flag& heads_table,
                  const CompareFlags& comparison) {
  using Kind = ModelView::Kind;
  refuse_two_of(
      {f.sort, f.from_token, f.lens, f.without_head, f.losses, f.beside, f.find, f.strongest});
  const Flags sequence{f.pair, f.truncate, command.pad};
  const auto with = [&](const Flags& more) { return joined({sequence, more}); };
  if (f.find) return {Kind::places, f.find, with({})};
  if (f.from_token) return {Kind::from_token, f.from_token, with({f.top, command.layer})};
  if (f.lens) return {Kind::lens, f.lens, with({f.at, f.wanted})};
  if (f.without_head) return {Kind::removal, f.without_head, with({f.at, f.top})};
  if (f.losses) return {Kind::losses, f.losses, {f.truncate, f.top}};
  if (f.beside) return {Kind::beside, f.beside, {f.at, f.top}};
  const Flags head{command.layer, command.head};
  for (const Flag& flag : given_among({f.strongest, f.queries, f.keys})) {
    if (!command.layer) refuse_without_head(flag, command);
    const Flags window = joined({head, {f.queries, f.keys, f.strongest}});
    return {Kind::window, flag, with(f.strongest ? joined({window, {f.top}}) : window)};
  }
  const Flags compared = flags_of(comparison, &CompareFlags::add_to);
  if (command.head) refuse_beside(command.head, compared);
  if (command.layer) {
    if (!command.head) require_used_with({f.at}, command.head.name());
    return {Kind::heads, command.layer, joined({with({command.head, f.at}), compared})};
  }
  return {Kind::overview, f.model, joined({with({f.sort, f.top, f.at, heads_table}), compared})};
}

// Whatever the view, these are read.
Flags always_read(const ModelCommand& command) {
  return joined(
      {{command.source.model, command.run.dtype, command.run.threads}, flags_of(command.view)});
}

// Views that are tables have no cells to be spelled out, drawn or chosen.
void refuse_unread(const ModelCommand& command, const ModelView& view) {
  const ViewFlags& v = command.view;
  if (view.kind == ModelView::Kind::overview)
    require_used_with({command.head, v.row, v.view, v.arithmetic, v.step, v.from, v.to},
                      command.layer.name());
  const bool has_stages =
      view.kind == ModelView::Kind::heads ||
      (view.kind == ModelView::Kind::window && view.asked_by.name() != "--strongest");
  if (!has_stages)
    refuse_beside(view.asked_by, {v.row, v.view, v.arithmetic, v.step, v.from, v.to});
  refuse_beside(view.asked_by, unread(command.table.flags(),
                                      joined({always_read(command), {view.asked_by}, view.reads})));
}

// Calls `show` with the model in the type that was asked for.
template <class Show>
auto with_model(const ModelCommand& command, const ModelText& text, const Show& show) {
  const Precision precision = command.run.dtype.choice(kPrecisions).value_or(Precision::fp32);
  if (precision == Precision::tf32)
    throw InputError(message("{} takes fp32 or fp64 with {}.", command.run.dtype.name(),
                             command.source.model.name()));
  const unsigned n_threads = command.run.threads.threads().value_or(0);
  if (precision == Precision::fp64) {
    PretrainedModel<double> model(text.folder.architecture, text.folder.files, n_threads);
    return show(model);
  }
  PretrainedModel<float> model(text.folder.architecture, text.folder.files, n_threads);
  return show(model);
}

template <class Real>
std::size_t layer_of(const PretrainedModel<Real>& model, const Flag& layer) {
  return layer.count(0, model.n_layers() - 1).value_or(0);
}

template <class Real>
LayerHead one_head(const PretrainedModel<Real>& model, const ModelCommand& command,
                   const Flag& asked_by) {
  const auto head = command.head.count(0, model.n_heads() - 1);
  if (!head) refuse_without_head(asked_by, command);
  return {layer_of(model, command.layer), *head};
}

template <class Real>
Trace trace_of_view(PretrainedModel<Real>& model, const ModelText& text, const ModelView& view,
                    const ModelCommand& command, const PretrainedFlags& flags, bool has_heads_table,
                    bool has_notes) {
  using Kind = ModelView::Kind;
  switch (view.kind) {
    case Kind::overview:
      return overview_trace(model, text, flags, has_heads_table);
    case Kind::heads:
      return heads_trace(model, text, layer_of(model, command.layer),
                         command.head.places(model.n_heads()), flags.at, has_notes);
    case Kind::window:
      return window_trace(model, text, flags, one_head(model, command, view.asked_by), has_notes);
    case Kind::from_token:
      return from_token_trace(
          model, text, flags,
          command.layer ? std::optional(layer_of(model, command.layer)) : std::nullopt);
    case Kind::lens:
      return lens_trace(model, text, flags);
    case Kind::removal:
      return removal_trace(model, text, flags);
    case Kind::losses:
      return losses_trace(model, text, flags);
    case Kind::beside:
      return beside_trace(model, text, flags);
    case Kind::places:
      return places_trace(text, flags);
  }
  return {};
}

// Stages that are named go to files as they do elsewhere.
bool has_all_weights(const ModelView& view, const ModelCommand& command, const ViewChoice& choice) {
  if (view.kind == ModelView::Kind::heads) return !command.head && !choice.names_stages();
  return view.kind == ModelView::Kind::overview;
}

bool is_quiet(const ViewChoice& choice) {
  return choice.screen == Screen::quiet || choice.result_alone;
}

// With --quiet there may be nothing to show, and then nothing else is computed.
bool shows_nothing(const ModelView& view, const ViewChoice& choice, const AllWeightsFiles& files) {
  if (!is_quiet(choice) || choice.names_stages() || !choice.files.empty()) return false;
  return files.are_written() || (files.are_compared() && view.kind == ModelView::Kind::overview);
}

}  // namespace

int show_model(const ModelCommand& command, const PretrainedFlags& flags, const Flag& heads_table,
               const CompareFlags& comparison) {
  const ModelView view = view_of(command, flags, heads_table, comparison);
  if (!flags.lens) require_used_with({flags.wanted}, flags.lens.name());
  refuse_unread(command, view);
  if (!comparison.expect) require_used_with({comparison.tolerance}, comparison.expect.name());
  ViewChoice choice = command.view.read();
  AllWeightsFiles files(comparison);
  if (has_all_weights(view, command, choice))
    files.take_from(choice, view.kind == ModelView::Kind::heads);
  const ModelText text = read_model_text(flags, command.words, command.pad);
  if (view.kind == ModelView::Kind::places) {
    const auto told = [&] { return places_trace(text, flags); };
    return present(told(), choice, {.again = told});
  }
  return with_model(command, text, [&](auto& model) {
    if (view.kind == ModelView::Kind::heads)
      files.prepare(model, text, layer_of(model, command.layer));
    else
      files.prepare(model, text, std::nullopt);
    const auto told = [&] {
      return shows_nothing(view, choice, files)
                 ? trace_of_model("mha", text)
                 : trace_of_view(model, text, view, command, flags, bool(heads_table),
                                 !is_quiet(choice));
    };
    const auto add_for_page = [&](Trace& trace) {
      if (view.kind == ModelView::Kind::overview) add_all_weights(trace, model, text);
    };
    Trace trace = told();
    const auto compares = [&](Trace& one) {
      return !files.are_compared() || files.compare(model, text, one);
    };
    const bool agrees = compares(trace);
    const auto again = [&] {
      Trace one = told();
      compares(one);
      return one;
    };
    const auto write = [&] { files.write(model, text); };
    if (shows_nothing(view, choice, files))
      write();
    else
      present(trace, choice, {.again = again, .add_for_page = add_for_page, .write_more = write});
    if (files.are_compared()) print_verdict(trace, choice);
    return agrees ? kDone : kNotYet;
  });
}

int show_model_head(const ModelCommand& command) {
  const ModelSourceFlags& source = command.source;
  const Flags read{source.pair, source.truncate, command.layer, command.head, command.pad};
  refuse_beside(source.model, unread(command.table.flags(), joined({always_read(command), read})));
  const ViewChoice choice = command.view.read();
  const ModelText text = read_model_text(source, command.words, command.pad);
  const auto told = [&] {
    return with_model(command, text, [&](auto& model) {
      return one_head_trace(model, text, command.layer, command.head);
    });
  };
  return present(told(), choice, {.again = told});
}

}  // namespace attn
