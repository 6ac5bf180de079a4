// Compares the table of operations with an independent list (data/dxil_ops.csv).
#include "dxil_frontend/program/dxil_ops.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

#include "dxil_frontend/program/shader.hpp"
#include "tests/support/files.hpp"

namespace trellis::dxil {
namespace {

struct ListedOp {
  uint32_t opcode;
  std::string name, call, overloads, min_model, stages, memory, arguments;
};

std::vector<ListedOp> read_list() {
  std::ifstream file(test_support::source_path("tests/dxil_frontend/program/data/dxil_ops.csv"));
  std::vector<ListedOp> list;
  std::string line;
  std::getline(file, line);  // Skips the column names.
  while (std::getline(file, line)) {
    std::vector<std::string> fields;
    std::istringstream in(line);
    for (std::string field; std::getline(in, field, ',');) fields.push_back(field);
    fields.resize(8);
    list.push_back({static_cast<uint32_t>(std::stoul(fields[0], nullptr, 0)), fields[1], fields[2], fields[3],
                    fields[4], fields[5], fields[6], fields[7]});
  }
  return list;
}

std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> result;
  for (std::string word; in >> word;) result.push_back(word);
  return result;
}

uint16_t overload_mask(const std::string& text) {
  static const std::map<std::string, uint16_t> kBits = {
      {"f16", kOverloadF16},      {"f32", kOverloadF32},      {"f64", kOverloadF64}, {"i1", kOverloadI1},
      {"i8", kOverloadI8},        {"i16", kOverloadI16},      {"i32", kOverloadI32}, {"i64", kOverloadI64},
      {"udt", kOverloadUserType}, {"object", kOverloadObject}};
  uint16_t mask = 0;
  for (const std::string& word : words(text)) mask = static_cast<uint16_t>(mask | kBits.at(word));
  return mask;
}

uint32_t stage_mask(const std::string& text) {
  if (text == "all") return UINT32_MAX;
  static const std::map<std::string, ShaderKind> kKinds = {
      {"PS", ShaderKind::kPixel},         {"VS", ShaderKind::kVertex},
      {"GS", ShaderKind::kGeometry},      {"HS", ShaderKind::kHull},
      {"DS", ShaderKind::kDomain},        {"CS", ShaderKind::kCompute},
      {"lib", ShaderKind::kLibrary},      {"RGS", ShaderKind::kRayGeneration},
      {"IS", ShaderKind::kIntersection},  {"AHS", ShaderKind::kAnyHit},
      {"CHS", ShaderKind::kClosestHit},   {"MISS", ShaderKind::kMiss},
      {"CALL", ShaderKind::kCallable},    {"MS", ShaderKind::kMesh},
      {"AS", ShaderKind::kAmplification}, {"NODE", ShaderKind::kNode}};
  uint32_t mask = 0;
  for (const std::string& word : words(text)) mask |= 1u << static_cast<uint32_t>(kKinds.at(word));
  return mask;
}

uint32_t count_arguments(const std::string& text) {
  return text.empty() ? 0 : static_cast<uint32_t>(std::count(text.begin(), text.end(), ';')) + 1;
}

TEST(DxilOps, EveryListedOperationHasItsRow) {
  const std::vector<ListedOp> list = read_list();
  ASSERT_EQ(list.size(), 347u);
  EXPECT_EQ(all_ops().size(), list.size());
  for (const ListedOp& listed : list) {
    SCOPED_TRACE(listed.name);
    const DxilOp* op = find_op(static_cast<Op>(listed.opcode));
    ASSERT_NE(op, nullptr);
    EXPECT_EQ(number_of(op->id), listed.opcode);
    EXPECT_EQ(op->name, listed.name);
    if (listed.call == "-") {
      EXPECT_TRUE(op->is_reserved());
      EXPECT_EQ(op->call_class, nullptr);
      continue;
    }
    EXPECT_FALSE(op->is_reserved());
    EXPECT_EQ(std::string("dx.op.") + op->call_class, listed.call);
    EXPECT_EQ(op->stages, stage_mask(listed.stages));
    EXPECT_EQ("6." + std::to_string(op->min_minor), words(listed.min_model)[0]);
    EXPECT_EQ(op->argument_count(), count_arguments(listed.arguments));
    EXPECT_EQ((op->flags & kNoDuplicate) != 0, listed.memory.find("noduplicate") != std::string::npos);
    EXPECT_EQ((op->flags & kNoReturn) != 0, listed.memory.find("noreturn") != std::string::npos);
    const MemoryEffect memory = listed.memory == "readnone"   ? MemoryEffect::kPure
                                : listed.memory == "readonly" ? MemoryEffect::kReads
                                                              : MemoryEffect::kAny;
    EXPECT_EQ(op->memory, memory);
  }
}

TEST(DxilOps, OverloadsAreThoseListed) {
  for (const ListedOp& listed : read_list()) {
    if (listed.overloads == "-" || listed.overloads == "none") continue;
    SCOPED_TRACE(listed.name);
    std::string scalars = listed.overloads.substr(0, listed.overloads.find(" x ")), vectors;
    if (const size_t open = scalars.find("vec("); open != std::string::npos) {
      vectors = scalars.substr(open + 4, scalars.find(')') - open - 4);
      scalars = scalars.substr(0, open);
    }
    EXPECT_EQ(find_op(static_cast<Op>(listed.opcode))->overloads, overload_mask(scalars));
    EXPECT_EQ(find_op(static_cast<Op>(listed.opcode))->vector_overloads, overload_mask(vectors));
  }
}

TEST(DxilOps, UnknownOpcodesHaveNoRow) {
  for (const uint32_t number : {312u, 4711u, 0x7FFFFFFFu, 0x80000023u, UINT32_MAX}) {
    EXPECT_EQ(find_op(static_cast<Op>(number)), nullptr);
    EXPECT_EQ(index_of(static_cast<Op>(number)), kOpCount);
  }
}

TEST(DxilOps, Descriptions) {
  EXPECT_EQ(describe_op(Op::kWaveMatch), "dx.op.waveMatch (WaveMatch, 165)");
  EXPECT_EQ(describe_op(Op::kGetGroupWaveIndex), "dx.op.getGroupWaveIndex (GetGroupWaveIndex, 0x80000001)");
  EXPECT_EQ(describe_op(Op::kReserved0), "reserved DXIL operation 226");
  EXPECT_EQ(describe_op(static_cast<Op>(4711)), "unknown DXIL operation 4711");
}

std::vector<std::string> names_where(bool (*holds)(const DxilOp&)) {
  std::vector<std::string> names;
  for (const DxilOp& op : all_ops()) {
    if (holds(op)) names.emplace_back(op.name);
  }
  return names;
}

TEST(DxilOps, ConvergentOperations) {
  EXPECT_EQ(names_where([](const DxilOp& op) { return op.is_convergent() && !op.is_co_convergent(); }),
            (std::vector<std::string>{"Sample",
                                      "SampleBias",
                                      "SampleCmp",
                                      "Barrier",
                                      "CalculateLOD",
                                      "DerivCoarseX",
                                      "DerivCoarseY",
                                      "DerivFineX",
                                      "DerivFineY",
                                      "QuadReadLaneAt",
                                      "QuadOp",
                                      "SetMeshOutputCounts",
                                      "DispatchMesh",
                                      "WriteSamplerFeedback",
                                      "WriteSamplerFeedbackBias",
                                      "AllocateNodeOutputRecords",
                                      "IncrementOutputCount",
                                      "OutputComplete",
                                      "FinishedCrossGroupSharing",
                                      "BarrierByMemoryType",
                                      "BarrierByMemoryHandle",
                                      "BarrierByNodeRecordHandle",
                                      "SampleCmpBias"}));
}

TEST(DxilOps, CoConvergentOperationsAreConvergentToo) {
  EXPECT_EQ(
      names_where([](const DxilOp& op) { return op.is_convergent() && op.is_co_convergent(); }),
      (std::vector<std::string>{"WaveIsFirstLane", "WaveAnyTrue", "WaveAllTrue", "WaveActiveAllEqual",
                                "WaveActiveBallot", "WaveReadLaneAt", "WaveReadLaneFirst", "WaveActiveOp",
                                "WaveActiveBit", "WavePrefixOp", "WaveAllBitCount", "WavePrefixBitCount",
                                "WaveMatch", "WaveMultiPrefixOp", "WaveMultiPrefixBitCount", "QuadVote"}));
  EXPECT_TRUE(
      names_where([](const DxilOp& op) { return op.is_co_convergent() && !op.is_convergent(); }).empty());
}

TEST(DxilOps, UniformArguments) {
  EXPECT_EQ(find_op(Op::kCreateHandle)->uniform_arguments, 1u << 2);             // The index.
  EXPECT_EQ(find_op(Op::kCreateHandleFromBinding)->uniform_arguments, 1u << 1);  // The index.
  EXPECT_EQ(find_op(Op::kCreateHandleFromHeap)->uniform_arguments, 1u << 0);     // The index.
  EXPECT_EQ(find_op(Op::kWaveReadLaneAt)->uniform_arguments, 1u << 1);           // The lane.
  EXPECT_EQ(find_op(Op::kQuadReadLaneAt)->uniform_arguments, 1u << 1);           // The lane.
  EXPECT_EQ(find_op(Op::kSample)->uniform_arguments, 0x3Fu);       // Texture, sampler, coordinates.
  EXPECT_EQ(find_op(Op::kSampleLevel)->uniform_arguments, 0x3u);   // Texture and sampler.
  EXPECT_EQ(find_op(Op::kDerivCoarseX)->uniform_arguments, 0x1u);  // The value that is differentiated.
  EXPECT_EQ(find_op(Op::kFAbs)->uniform_arguments, 0u);
}

TEST(DxilOps, NeedsOfControlFlow) {
  EXPECT_EQ(names_where([](const DxilOp& op) { return op.need == FlowNeed::kGroupSync; }),
            (std::vector<std::string>{"Barrier", "BarrierByMemoryType", "BarrierByMemoryHandle",
                                      "BarrierByNodeRecordHandle"}));
  // An operation that needs uniform control flow must not become more control dependent.
  EXPECT_TRUE(names_where([](const DxilOp& op) {
                return op.need != FlowNeed::kNoNeed && !op.is_convergent();
              }).empty());
}

TEST(DxilOps, ResultsThatDiffer) {
  const auto result_of = [](Op op) { return find_op(op)->result; };
  EXPECT_EQ(result_of(Op::kThreadId), ResultUniformity::kLane);
  EXPECT_EQ(result_of(Op::kGroupId), ResultUniformity::kGroup);
  EXPECT_EQ(result_of(Op::kWaveActiveBallot), ResultUniformity::kSubgroup);
  EXPECT_EQ(result_of(Op::kWaveReadLaneFirst), ResultUniformity::kBroadcast);
  EXPECT_EQ(result_of(Op::kWavePrefixOp), ResultUniformity::kLane);
  EXPECT_EQ(result_of(Op::kQuadVote), ResultUniformity::kQuadBroadcast);
  EXPECT_EQ(result_of(Op::kBufferLoad), ResultUniformity::kContents);
  EXPECT_EQ(result_of(Op::kAtomicBinOp), ResultUniformity::kLane);
  EXPECT_EQ(result_of(Op::kLoadInput), ResultUniformity::kInput);
  EXPECT_EQ(result_of(Op::kSin), ResultUniformity::kArguments);
}

}  // namespace
}  // namespace trellis::dxil
