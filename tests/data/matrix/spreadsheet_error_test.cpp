#include "data/matrix/spreadsheet_error.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("is_formula_error: in every language, and of LibreOffice", "[data][spreadsheet_error]") {
  for (const char* error :
       {"#N/A", "#REF!", "#DIV/0!", "#VALUE!", "#NAME?", "#NUM!", "#NULL!", "#SPILL!", "#CALC!",
        "#ERROR!", "#GETTING_DATA", "#NV", "#WERT!", "#N/D", "#¡VALOR!", "#¿NOMBRE?", "Err:502"})
    CHECK(is_formula_error(error));
  for (const char* other :
       {"", "#", "#!", "#1", "#N", "#made!", "# What?", "# WHAT?", "N/A", "Err:", "Err:x", "####"})
    CHECK_FALSE(is_formula_error(other));
}

TEST_CASE("is_number_without_room: nothing but signs, several of them",
          "[data][spreadsheet_error]") {
  for (const char* cell : {"##", "########"}) CHECK(is_number_without_room(cell));
  for (const char* cell : {"", "#", "## 1", "#1"}) CHECK_FALSE(is_number_without_room(cell));
}
