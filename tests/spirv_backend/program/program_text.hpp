// Compute shaders as LLVM assembly, most of which is the same for all.
#pragma once

#include <string>
#include <string_view>

namespace trellis::test_backend {

/// The module that `body` (functions, types, globals) makes: one group of 8 x 8 threads that runs @main,
/// with the raw UAVs u0 and u1. Lines of these forms in the body stand for DXIL's operations:
///
///   %x = thread                      the thread's number in its group
///   %x = read uN, BYTE               a word of uN, which is u0 or u1
///   write uN, BYTE, VALUE            to uN
///
/// `metadata` replaces dx.resources and what it is made of.
std::string program_text(std::string_view body, std::string_view metadata = {});

}  // namespace trellis::test_backend
