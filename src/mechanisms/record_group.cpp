#include "mechanisms/record_group.hpp"

#include <utility>

namespace attn {

void record_group(Trace& trace, const Trace& part, const std::string& group) {
  for (Stage stage : part.stages) {
    stage.group = group;
    trace.record(std::move(stage));
  }
}

}  // namespace attn
