#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "base/count.hpp"
#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "render/learning/learning.hpp"
#include "render/matrix/matrix.hpp"
#include "render/text/grid.hpp"
#include "render/text/text.hpp"
#include "render/trace/trace.hpp"

namespace attn {

namespace {

std::string heading_line(const std::string& name, const std::string& text, const Layout& layout) {
  NamedLine line(name, layout);
  if (layout.explain > 0) line.append(in_glyphs(text, layout));
  return line.text();
}

std::string curve_legend(const LearningReport& report, const Layout& layout) {
  std::string text =
      report.settings.dropout > 0.0
          ? translated("* loss in training, with dropout   . held out, without   # both")
          : translated("* loss in training   . held out   # both");
  if (!curve_names_levels(layout))
    for (const Level& level : report.levels)
      text += fmt::format("   - - {} {}", decimal_text(level.loss, 2), level.name);
  return footnote(translated("picture"), unbroken_parts(text), layout);
}

// What fits on a screen of a causal map, whose first rows see nothing of what is left out.
Stage beginning_of(const Stage& stage) {
  constexpr arma::uword kMostSeen = 20, kSeen = 16;
  if (stage.value.n_rows <= kMostSeen || stage.blocked.is_empty()) return stage;
  Stage first = stage;
  first.value = stage.value.submat(0, 0, kSeen - 1, kSeen - 1);
  first.blocked = stage.blocked.submat(0, 0, kSeen - 1, kSeen - 1);
  first.rows.labels.resize(kSeen);
  first.cols.labels.resize(kSeen);
  return first;
}

std::string tokens_left_out(const Trace& weights, const Layout& layout) {
  const std::size_t n_all = weights.query_tokens.size(),
                    n_shown = beginning_of(weights.stages.front()).value.n_rows;
  if (n_shown == n_all) return "";
  return paragraph(message(".. tokens left out: the first {} of {} are shown. --json holds all.",
                           n_shown, n_all),
                   layout);
}

// Which head it is, and why it is this one; where measures name it, their table tells.
std::string head_caption(const LearningReport& report, const HeadPlace& place,
                         const Layout& layout) {
  const std::string name = message("layer {}, head {}", place.layer, place.head);
  const std::string line =
      std::string(kNoteIndent, ' ') + Painter(layout)(Style::Kind::strong, name);
  if (layout.explain == 0 || !report.shows_most_changed) return line + "\n";
  const std::string why =
      message("of {} heads the one whose weights changed most", report.n_layers * report.n_heads);
  constexpr unsigned kBetween = 3;
  if (kNoteIndent + display_width(name) + kBetween + display_width(why) <= layout.prose_width())
    return line + std::string(kBetween, ' ') + why + "\n";
  return line + "\n" + paragraph(why, layout);
}

std::string weights_text(const LearningReport& report, const Layout& layout) {
  if (report.n_layers == 0) return "";
  std::string text = heading_line(
      "weights", translated("of a held-out sequence: a row is a query, a column a key"), layout);
  const bool has_several = report.n_layers * report.n_heads > 1;
  for (const HeadPlace& place : report.shown_heads) {
    const std::string group = head_group(place);
    text += "\n";
    if (has_several) text += head_caption(report, place, layout);
    text += weight_pair_text(beginning_of(report.weights.stage("weights_before", group)),
                             beginning_of(report.weights.stage("weights_after", group)), layout);
  }
  return text + tokens_left_out(report.weights, layout) + "\n";
}

bool is_too_wide(const std::string& lines, const Layout& layout) {
  const std::vector<std::string> all = split(lines, '\n');
  return std::any_of(all.begin(), all.end(), [&](const std::string& line) {
    return display_width(line) > layout.prose_width();
  });
}

// A text that was made up, as far as two lines hold it.
std::string sample_lines(const std::string& said, unsigned indent, const Layout& layout) {
  constexpr unsigned kLines = 2, kHanging = 2;  // of the second line, so that each is told apart
  const auto wrapped = [&](const std::string& text) {
    return wrap(in_glyphs(text, layout), layout.prose_width(), indent, kHanging);
  };
  std::string lines = wrapped(said);
  for (unsigned width = kLines * layout.prose_width();
       width > 0 && (n_lines_of(lines) > kLines || is_too_wide(lines, layout)); --width)
    lines = wrapped(cut_to_width(said, width) + " ..");
  return lines;
}

std::string samples_text(const LearningReport& report, const Layout& layout) {
  if (report.samples.empty()) return "";
  std::string text =
      heading_line("samples", translated("what the model made up on the way"), layout) + "\n";
  const SampledText* before = nullptr;
  for (const SampledText& sample : report.samples) {
    const std::string label = message("step {}", count_text(sample.step));
    const std::string said = sample.text.empty() ? translated("(nothing)") : sample.text;
    const bool goes_on = before && before->step == sample.step;
    if (before && !goes_on) text += "\n";
    constexpr unsigned kAfterLabel = 3;
    const unsigned indent = kNoteIndent + display_width(label) + kAfterLabel;
    std::string lines = sample_lines(said, indent, layout);
    if (!goes_on) lines.replace(0, indent, std::string(kNoteIndent, ' ') + label + "   ");
    text += lines;
    before = &sample;
  }
  return text + "\n";
}

std::string answers_text(const LearningReport& report, const Layout& layout) {
  if (report.answers.empty()) return "";
  return table_text(answers_table(report.answers, report.settings.labels), layout) + "\n";
}

std::string unit_text(const ReadText& read) {
  const char* const unit = name_in(kTextUnits, read.unit);
  return read.is_unit_found ? message("unit {} (by the look of the text)", unit)
                            : message("unit {}", unit);
}

// How much of the way from chance to perfect was gone.
double gain(double reached, double chance) {
  return chance < 1.0 ? (reached - chance) / (1.0 - chance) : 0.0;
}

constexpr double kLearned = 0.8, kPartly = 0.1;

std::string verdict(double part) {
  if (part >= kLearned) return translated("It was learned.");
  if (part >= kPartly) return translated("It was learned in part: more --steps may do the rest.");
  return "";
}

// Held out it is lost, and in training it may be won all the same.
std::string worse_than_chance(const LearningReport& report, double chance) {
  const double training = report.curve.empty() ? chance : report.curve.back().training_loss;
  if (training >= chance) return translated("That is no better than chance: it was not learned.");
  return message(
      "That is worse than chance, and the training loss is {:.3f}: it learned what it was given by "
      "heart. Give more of it, fewer steps, or --dropout 0.1.",
      training);
}

// The first row of the measures in words: held-out accuracy, or the loss where there is none.
std::string what_was_learned(const LearningReport& report) {
  if (report.measures.rows.empty()) return "";
  const TableRow& row = report.measures.rows.front();
  const auto number = [&](std::size_t i) {
    const auto* real = std::get_if<cell::Real>(&row[i]);
    return real ? real->value : 0.0;
  };
  const double before = number(1), after = number(2), chance = number(3);
  const auto* name = std::get_if<cell::Text>(&row.front());
  const bool is_loss = name && name->id == "held_out_loss";
  std::string text;
  const double part = is_loss ? 1.0 - after / chance : gain(after, chance);
  if (is_loss)
    text = message(
        "The loss on held-out sequences went from {:.3f} to {:.3f}; by chance it is "
        "{:.3f}.",
        before, after, chance);
  else
    text = message(
        "On held-out sequences {} of the answers are right, {} before learning and {} by "
        "chance.",
        accuracy_text(after), accuracy_text(before), accuracy_text(chance));
  std::string said = report.settings.task == TaskKind::text && part >= kPartly
                         ? translated(
                               "It uses what stands before a token: who only knows how "
                               "frequent tokens are does worse.")
                         : verdict(part);
  if (said.empty() && report.settings.labels == LabelKind::order)
    said = is_loss && after > chance ? worse_than_chance(report, chance)
                                     : translated(
                                           "That is hardly better than chance: it was not "
                                           "learned.");
  if (!said.empty()) add_sentence(text, said);
  if (part < kPartly && report.text && report.text->characters_may_help)
    add_sentence(text, translated("Words that hardly ever come again teach little: try --unit "
                                  "characters."));
  return text;
}

}  // namespace

ReportTitle learning_title(const LearnSettings& settings, const std::optional<ReadText>& read,
                           std::size_t n_parameters) {
  ReportTitle line{"learn"};
  line.append(name_in(kTaskKinds, settings.task), Style::Kind::strong);
  if (read) line.append(read->title);
  if (settings.task == TaskKind::classify) {
    line.append(name_in(kClassifierKinds, settings.classifier));
    line.append(message("labels {}", name_in(kLabelKinds, settings.labels)));
  }
  line.append(message("{} steps", count_text(settings.n_steps)));
  line.append(message("batch {}", settings.n_in_batch));
  line.append(fmt::format("n {}", settings.n_tokens));
  if (read) line.append(unit_text(*read));
  if (settings.n_vocabulary > 0)
    line.append(message("vocabulary {}", count_text(settings.n_vocabulary)));
  line.append(fmt::format("d_model {}", settings.d_model));
  if (has_heads_and_layers(settings)) {
    line.append(fmt::format("n_heads {}", settings.n_heads));
    line.append(fmt::format("n_layers {}", settings.n_layers));
  }
  if (settings.dropout > 0.0) line.append(fmt::format("dropout {:.4g}", settings.dropout));
  line.append(fmt::format("lr {:.4g}", settings.learning_rate));
  line.append(fmt::format("seed {}", settings.seed));
  line.append(message("{} parameters", count_text(n_parameters)));
  return line;
}

std::string learning_curve_text(const LearningReport& report, const Layout& layout) {
  std::string text = " " + Painter(layout)(Style::Kind::heading, "loss") + "\n\n" +
                     loss_curve_text(report.curve, report.levels, report.settings.n_steps, layout);
  if (layout.explain > 0) text += "\n" + curve_legend(report, layout);
  return text;
}

std::vector<std::string> learning_notes(const LearningReport& report) {
  std::vector<std::string> notes;
  add_note(notes, what_was_learned(report));
  if (report.n_judged < report.n_judged_at_end)
    add_note(notes,
             message("Held-out loss and accuracy are over {} sequences in the table, over the "
                     "first {} of them in the curve.",
                     count_text(report.n_judged_at_end), count_text(report.n_judged)));
  if (report.text && report.text->n_copies_left_out > 0)
    add_note(notes, message("Copies of held-out lines or pieces in the text, left out so that "
                            "nothing is judged that was learned: {}.",
                            count_text(report.text->n_copies_left_out)));
  if (report.n_layers > 0 && report.settings.dropout > 0.0)
    add_note(notes, translated("The weights are those of evaluation: nothing is dropped, so every "
                               "row sums to 1. In training each row misses what was dropped and "
                               "the rest is scaled up."));
  return notes;
}

std::string learning_text(const LearningReport& report, const Layout& layout) {
  std::string text = weights_text(report, layout) + samples_text(report, layout) +
                     answers_text(report, layout) + table_text(report.measures, layout);
  if (layout.explain == 0) return text;
  text += "\n";
  for (const std::string& note : learning_notes(report))
    text += footnote(translated("note"), note, layout);
  return text;
}

namespace {

constexpr unsigned kBetweenPair = 4;
constexpr int kPairDecimals = 2;
constexpr arma::uword kMostNumbers = 12;  // more are looked at, not read

enum class PairLook { numbers, shades, tones };

Grid pair_grid(const Stage& stage, const Layout& layout, PairLook look) {
  if (look == PairLook::tones) return heat_grid(stage, layout, HeatCell::one_column);
  if (look == PairLook::shades) return heat_grid(stage, layout, HeatCell::two_columns);
  return layout.paints_heat() ? numbers_and_heat_grid(stage, layout) : numbers_grid(stage, layout);
}

struct Pair {
  const Stage &before, &after;
};

std::vector<Grid> grids_of(const Pair& pair, const Layout& layout, PairLook look) {
  std::vector<Grid> grids{pair_grid(pair.before, layout, look),
                          pair_grid(pair.after, layout, look)};
  grids[0].title = translated("before");
  grids[1].title = translated("after");
  return grids;
}

bool is_whole(const Grid& grid, const Fit& fit) {
  return fit.shows_all_cols() && fit.shows_all_rows() && fit.precision == grid.precision;
}

// Both in one line; nothing where they do not fit whole.
std::optional<Block> abreast(std::vector<Grid> grids, const Layout& layout, unsigned width) {
  grids[1].row_labels.clear();  // those of the left one serve both
  std::vector<Block> blocks;
  for (const Grid& grid : grids) {
    const Fit fit = fit_grid(grid, width, layout.max_rows);
    if (!is_whole(grid, fit)) return std::nullopt;
    blocks.push_back(draw_grid(grid, fit, layout));
  }
  const Block block = beside(blocks, kBetweenPair);
  if (block.width > width) return std::nullopt;
  return block;
}

std::string one_below_the_other(const std::vector<Grid>& grids, const Layout& layout,
                                unsigned width) {
  std::string text;
  for (const Grid& grid : grids)
    text +=
        (text.empty() ? "" : "\n") +
        block_text(draw_grid(grid, fit_grid(grid, width, layout.max_rows), layout), kMatrixIndent);
  return text;
}

bool all_fit(const std::vector<Grid>& grids, const Layout& layout, unsigned width) {
  return std::all_of(grids.begin(), grids.end(), [&](const Grid& grid) {
    return is_whole(grid, fit_grid(grid, width, layout.max_rows));
  });
}

std::vector<PairLook> looks_for(const Stage& stage) {
  std::vector<PairLook> looks{PairLook::numbers, PairLook::shades, PairLook::tones};
  if (stage.value.n_cols > kMostNumbers) looks.erase(looks.begin());
  return looks;
}

std::string legend_of(const Stage& stage, const Layout& layout, PairLook look) {
  if (layout.explain == 0) return "";
  if (layout.paints_heat()) return "\n" + colors_legend(stage, layout);
  if (look == PairLook::numbers) return "";
  return "\n" +
         (look == PairLook::tones ? tones_legend(stage, layout) : shades_legend(stage, layout));
}

}  // namespace

std::string weight_pair_text(const Stage& before, const Stage& after, const Layout& layout) {
  const Pair pair{before, after};
  Layout own = layout;
  own.max_rows = kHeatRows;
  if (!layout.precision_is_given) own.precision = kPairDecimals;
  const unsigned width = layout.width - kMatrixIndent;
  const std::vector<PairLook> looks = looks_for(after);
  for (const PairLook look : looks)
    if (const auto block = abreast(grids_of(pair, own, look), own, width))
      return block_text(*block, kMatrixIndent) + legend_of(after, own, look);
  for (const PairLook look : looks) {
    const std::vector<Grid> grids = grids_of(pair, own, look);
    if (look != PairLook::tones && !all_fit(grids, own, width)) continue;
    return one_below_the_other(grids, own, width) + legend_of(after, own, look);
  }
  return "";
}

namespace {

using Json = nlohmann::ordered_json;

Json curve_json(const std::vector<CurvePoint>& curve) {
  Json steps = Json::array(), training = Json::array(), held_out = Json::array(),
       accuracy = Json::array();
  for (const CurvePoint& point : curve) {
    steps.push_back(point.step);
    training.push_back(json_number(point.training_loss));
    held_out.push_back(json_number(point.held_out_loss));
    accuracy.push_back(point.held_out_accuracy ? json_number(*point.held_out_accuracy)
                                               : Json(nullptr));
  }
  return {{"step", steps},
          {"training_loss", training},
          {"held_out_loss", held_out},
          {"held_out_accuracy", accuracy}};
}

Json levels_json(const std::vector<Level>& levels) {
  Json list = Json::array();
  for (const Level& level : levels)
    list.push_back({{"id", level.id}, {"title", level.name}, {"loss", json_number(level.loss)}});
  return list;
}

Json measure_cell(const TableCell& cell) {
  if (const auto* real = std::get_if<cell::Real>(&cell)) return json_number(real->value);
  if (const auto* whole = std::get_if<cell::Whole>(&cell)) return count_json(whole->number);
  if (const auto* text = std::get_if<cell::Text>(&cell)) return text->id;
  return nullptr;
}

// {"id", "before", "after", "chance"}, and where a measure is about one head of several also
// "layer" and "head".
Json measures_json(const Table& table) {
  Json list = Json::array();
  for (const TableRow& row : table.rows) {
    Json measure = Json::object();
    for (std::size_t i = 0; i < row.size(); ++i)
      measure[i == 0 ? "id" : table.columns[i].id] = measure_cell(row[i]);
    list.push_back(std::move(measure));
  }
  return list;
}

Json matrix_json(const arma::mat& matrix) {
  Json rows = Json::array();
  for (arma::uword i = 0; i < matrix.n_rows; ++i) {
    Json row = Json::array();
    for (arma::uword j = 0; j < matrix.n_cols; ++j) row.push_back(json_number(matrix(i, j)));
    rows.push_back(std::move(row));
  }
  return rows;
}

// [layer][head][query][key].
Json heads_json(const LearningReport& report, const char* id) {
  Json layers = Json::array();
  for (std::size_t layer = 0; layer < report.n_layers; ++layer) {
    Json heads = Json::array();
    for (std::size_t head = 0; head < report.n_heads; ++head)
      heads.push_back(matrix_json(report.weights.stage(id, head_group({layer, head})).value));
    layers.push_back(std::move(heads));
  }
  return layers;
}

Json weights_json(const LearningReport& report) {
  if (report.n_layers == 0) return nullptr;
  return {{"tokens", report.weights.query_tokens},
          {"before", heads_json(report, "weights_before")},
          {"after", heads_json(report, "weights_after")}};
}

Json answers_json(const std::vector<ShownAnswer>& answers) {
  Json list = Json::array();
  const auto numbers = [](const std::vector<double>& probabilities) {
    Json row = Json::array();
    for (const double p : probabilities) row.push_back(json_number(p));
    return row;
  };
  for (const ShownAnswer& answer : answers)
    list.push_back({{"tokens", answer.tokens},
                    {"class", answer.label},
                    {"before", numbers(answer.before)},
                    {"after", numbers(answer.after)},
                    {"right_before", is_right(answer.before, answer.label)},
                    {"right_after", is_right(answer.after, answer.label)}});
  return list;
}

}  // namespace

Json learning_json(const LearningReport& report) {
  Json samples = Json::array(), notes = learning_notes(report);
  for (const SampledText& sample : report.samples)
    samples.push_back({{"step", sample.step}, {"text", sample.text}});
  if (!report.measures.note.empty()) notes.push_back(report.measures.note);
  return {{"schema", "attn.learn/1"},
          {"command", "learn"},
          {"task", name_in(kTaskKinds, report.settings.task)},
          {"config", settings_json(report.settings)},
          {"parameters", report.n_parameters},
          {"curve", curve_json(report.curve)},
          {"levels", levels_json(report.levels)},
          {"measures", measures_json(report.measures)},
          {"answers", answers_json(report.answers)},
          {"weights", weights_json(report)},
          {"samples", samples},
          {"notes", notes}};
}

namespace {

ReportTitle comparison_title(const LearnSettings& settings) {
  ReportTitle line{"learn"};
  line.append(name_in(kTaskKinds, settings.task), Style::Kind::strong);
  line.append(message("labels {}", name_in(kLabelKinds, settings.labels)));
  line.append(message("{} steps", count_text(settings.n_steps)));
  line.append(message("batch {}", settings.n_in_batch));
  line.append(fmt::format("n {}", settings.n_tokens));
  line.append(message("vocabulary {}", count_text(settings.n_vocabulary)));
  line.append(message("{} sequences in training", count_text(settings.n_training)));
  line.append(fmt::format("d_model {}", settings.d_model));
  line.append(fmt::format("lr {:.4g}", settings.learning_rate));
  line.append(fmt::format("seed {}", settings.seed));
  return line;
}

nlohmann::ordered_json comparison_json(const std::vector<ComparedModel>& models,
                                       const LearnSettings& settings) {
  Json list = Json::array();
  for (const ComparedModel& model : models)
    list.push_back({{"model", name_in(kClassifierKinds, model.model)},
                    {"held_out_accuracy", json_number(model.held_out_accuracy)},
                    {"training_accuracy", json_number(model.training_accuracy)},
                    {"parameters", model.n_parameters},
                    {"seconds", json_number(model.seconds)}});
  return {{"schema", "attn.learn/1"},
          {"command", "learn"},
          {"task", name_in(kTaskKinds, settings.task)},
          {"config",
           {{"seed", settings.seed},
            {"steps", settings.n_steps},
            {"batch", settings.n_in_batch},
            {"learning_rate", json_number(settings.learning_rate)},
            {"d_model", settings.d_model},
            {"n_tokens", settings.n_tokens},
            {"vocabulary", settings.n_vocabulary},
            {"labels", name_in(kLabelKinds, settings.labels)},
            {"training", settings.n_training}}},
          {"majority_class", models.empty() ? Json() : json_number(models.front().majority_class)},
          {"comparison", list},
          {"notes", {comparison_table(models, settings).note}}};
}

}  // namespace

Report learning_comparison_report(const std::vector<ComparedModel>& models,
                                  const LearnSettings& settings) {
  Report report{.title = comparison_title(settings),
                .keeps_title = true,
                .json = comparison_json(models, settings)};
  report.add(comparison_table(models, settings));
  return report;
}

}  // namespace attn
