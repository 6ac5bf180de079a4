// The checkers, linked with nothing of the structurizer and its analyses: that this program links shows that
// they share no code with what they check.
#include "structurizer/check/check.hpp"

using namespace trellis::structurizer;

int main() {
  const Flow flow;
  const Structured function;
  const bool accepted = check_paths(flow, function).ok() || check_structure(flow, function).ok() ||
                        check_paths_and_structure(flow, function).ok();
  return accepted || !check_convergence(flow, function).empty() ? 1 : 0;
}
