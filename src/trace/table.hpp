// What is no matrix: a table of typed cells, and its JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/count.hpp"

namespace attn {

// What a cell of a table holds: the value itself, and a hint how people want to see it. A renderer
// turns it into text; for programs it is a number, or an id that is the same in every language.
namespace cell {

/// A word or a sentence: `id` for programs, and the same for people, translated.
struct Text {
  std::string id, text;
};

/// What is written alike in every language: a name, a shape, a formula.
inline Text name(const std::string& text) { return {text, text}; }

/// No value: what people see in its place.
struct Missing {
  std::string text{};  ///< "" or "-"
};

/// An exact whole number.
struct Whole {
  Count number{};
  bool grouped = true;  ///< "1,048,576", or bare: "1048576"
};

inline Whole bare(std::uint64_t number) { return {count_of(number), false}; }

/// A number that is rounded for people.
struct Real {
  enum class Form {
    decimals,  ///< a fixed number of decimals
    digits,    ///< that many digits that count, for numbers that may be of any size
    to_copy    ///< the same with the minus sign of a keyboard, as other programs read it
  };
  double value = 0.0;
  int places = 3;  ///< how many decimals or digits, where the user asks for no other number
  Form form = Form::decimals;
  double below = 0.0;  ///< not 0: all that is known is that the size is less than this; value is 0
};

/// Several numbers in one cell.
struct Numbers {
  enum class Between { comma, space, range };  ///< "0, 1", "0.5 0.5", "1 to 2"
  std::vector<std::variant<Whole, Real>> numbers{};
  Between between = Between::comma;
};

/// An exact number shown in a unit: "12.551 GiB".
struct Quantity {
  Count number{};
  Unit unit{};
  unsigned decimals = 3;
  bool names_unit = true;  ///< a heading may name it instead
};

/// A part of a whole, 0 to 1, shown in percent: "12.3 %".
struct Share {
  double part = 0.0;
  unsigned decimals = 1;
  bool names_unit = true;
};

/// A part of a whole, 0 to 1, drawn as a bar.
struct Bar {
  double part = 0.0;
};

/// In every cell of a row that stands for rows left out: how many.
struct Gap {
  std::size_t n_rows = 0;
};

}  // namespace cell

using TableCell = std::variant<cell::Text, cell::Missing, cell::Whole, cell::Real, cell::Numbers,
                               cell::Quantity, cell::Share, cell::Bar, cell::Gap>;
using TableRow = std::vector<TableCell>;

/// A column: its key for programs, and its heading for people, translated.
struct Column {
  std::string id, title{};
};

/// Facts that are no matrix, in rows and columns. The first cell of a row names it.
struct Table {
  std::string id{};               ///< "parameters": what --stage and JSON call it
  std::string title{};            ///< one sentence above it, translated
  std::vector<Column> columns{};  ///< without any heading, none is drawn
  std::vector<TableRow> rows{};
  std::size_t n_text_columns = 1;  ///< the first columns stand to the left, as text does
  std::string note{};              ///< what follows from it, translated
  std::string after{};             ///< id of the stage it is shown after; "" for above all stages
  /// Columns that a narrow screen does without, the first of these first.
  std::vector<std::size_t> dispensable{};
  bool is_asked_for = false;  ///< by a flag or an example: shown whatever stages are named
  bool is_brief = false;  ///< where it does not fit in columns at all, it does without them, too
  bool is_prose = false;  ///< its cells are phrases, which may go on below in their columns

  /// Whether any column has a heading; without one, no row of headings is drawn.
  bool has_headings() const {
    for (const Column& column : columns)
      if (!column.title.empty()) return true;
    return false;
  }
};

/// A table as JSON: {"id", "title", "columns": ["pair", …], "rows": [{"pair": 0, …}], "note"}.
///
/// Each row is an object whose keys are the ids of the columns. A text is its id, a number is a
/// number: exact, or above 2⁵³ its digits in a string. Several numbers are a list, a share is a
/// part of 1, and what is missing is null. Title and note are in the user's language. Where rows
/// were left out, "rows_left_out" says how many.
nlohmann::ordered_json table_json(const Table& table);

/// A table as tab-separated records, one a cell, with the fields of plain_header: the table's id,
/// no group, row, column, the first cell of the row, the column's id, value.
std::string table_records(const Table& table);

}  // namespace attn
