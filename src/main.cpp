#include "cli/app.hpp"

int main(int argc, char** argv) {
  try {
    return attn::run_program(argc, argv);
  } catch (...) {
    return attn::report_failure();
  }
}
