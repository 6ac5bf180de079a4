// Compute shaders as LLVM assembly with the parts that they all share.
#pragma once

#include <string>
#include <string_view>

namespace trellis::test_backend {

/// Returns the assembly of a module made from `body` (functions, types, globals). It runs @main with one
/// group of 8 x 8 threads, and has the raw UAVs u0 and u1. Lines of these forms in the body stand for DXIL
/// operations:
///   %x = thread                      the thread's index in its group
///   %x = read uN, BYTE               loads a word of uN, which is u0 or u1
///   write uN, BYTE, VALUE            stores a word to uN
/// `metadata` replaces dx.resources and its nodes.
std::string program_text(std::string_view body, std::string_view metadata = {});

}  // namespace trellis::test_backend
