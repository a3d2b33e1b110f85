#include "cli/failure.hpp"

#include <exception>
#include <new>

#include "base/message.hpp"
#include "cli/exit_code.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/output.hpp"
#include "sandbox/worker_pool.hpp"

namespace attn {

int report_failure() {
  try {
    throw;
  } catch (const ClosedPipe&) {
    return kDone;  // the reader has seen enough
  } catch (const Interrupted& interrupted) {
    return exit_code_of_signal(interrupted.signal);
  } catch (const InputError& error) {
    print_error(error.what(), error.hints);
    return kWrongInput;
  } catch (const SurroundingsError& error) {
    print_error(error.what());
    return kWrongSurroundings;
  } catch (const std::bad_alloc&) {
    print_error(translated("there is not enough memory for this. Use a shorter sequence."));
    return kWrongSurroundings;
  } catch (const std::exception& error) {
    print_error(message("internal error, please report it: {}", error.what()));
    return kOurBug;
  }
}

}  // namespace attn
