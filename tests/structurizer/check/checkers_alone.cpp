// Links the checkers without the structurizer and its analyses. That this program links proves that the
// checkers share no code with what they check.
#include "structurizer/check/check.hpp"

using namespace trellis::structurizer;

int main() {
  const Flow flow;
  const Structured function;
  const bool accepted = check_paths(flow, function).ok() || check_structure(flow, function).ok() ||
                        check_paths_and_structure(flow, function).ok();
  return accepted || !check_convergence(flow, function).empty() ? 1 : 0;
}
