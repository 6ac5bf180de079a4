#include "tests/dxil_frontend/bitcode/module_builder.hpp"

#include "dxil_frontend/bitcode/codes.hpp"

namespace trellis::container_testing {

using namespace dxil::bitcode;

namespace {

void write_block(BitstreamBuilder& builder, uint32_t id, const Records& records) {
  if (records.empty()) return;
  builder.begin_block(id);
  for (const Record& record : records) builder.record(record.code, record.operands);
  builder.end_block();
}

}  // namespace

std::vector<uint8_t> ModuleSource::build() const {
  BitstreamBuilder builder;
  builder.begin_block(kModuleBlock, 3);
  for (const Record& record : header) builder.record(record.code, record.operands);
  write_block(builder, kParamAttrGroupBlock, attribute_groups);
  write_block(builder, kParamAttrBlock, attributes);
  write_block(builder, kTypeBlock, types);
  for (const Record& record : globals) builder.record(record.code, record.operands);
  write_block(builder, kConstantsBlock, constants);
  write_block(builder, kMetadataBlock, metadata);
  write_block(builder, kMetadataBlock, kinds);
  write_block(builder, kValueSymtabBlock, symbols);
  if (with_body) {
    builder.begin_block(kFunctionBlock);
    for (const Record& record : body) builder.record(record.code, record.operands);
    write_block(builder, kMetadataAttachmentBlock, attachments);
    builder.end_block();
  }
  builder.end_block();
  return builder.finish();
}

std::vector<uint64_t> text_operands(const std::string& text, std::vector<uint64_t> before) {
  for (const char character : text) before.push_back(static_cast<uint8_t>(character));
  return before;
}

ModuleSource small_module() {
  ModuleSource module;
  module.header = {{kModuleVersion, {1}}};
  // Function attributes: nounwind, then a string attribute without a value and one with a value.
  module.attribute_groups = {
      {kParamAttrGroupEntry, {1, 0xffffffff, 0, 18}},
      {kParamAttrGroupEntry, {2, 0xffffffff, 3, 'a', 0, 4, 'b', 0, 'c', 0}},
  };
  module.attributes = {{kParamAttrEntry, {1, 2}}};
  module.types = {
      {kTypeNumEntry, {15}},         {kTypeVoid, {}},        {kTypeFunction, {0, 0}},
      {kTypeInteger, {32}},          {kTypePointer, {2, 0}}, {kTypeFunction, {0, 2, 2}},
      {kTypeArray, {4, 2}},          {kTypePointer, {5, 0}}, {kTypeInteger, {1}},
      {kTypeMetadata, {}},           {kTypeFloat, {}},       {kTypeStructName, text_operands("S")},
      {kTypeStructNamed, {0, 2, 9}}, {kTypeVector, {2, 2}},  {kTypePointer, {10, 0}},
      {kTypePointer, {1, 0}},        {kTypePointer, {4, 0}},
  };
  module.globals = {
      {kModuleFunction, {1, 0, 0, 0, 1, 0, 0, 0}},
      {kModuleFunction, {4, 0, 1, 0, 0, 0, 0, 0}},
      {kModuleGlobalVar, {5, 3, 7, 3, 0, 0}},
  };
  module.constants = {
      {kConstSetType, {2}},      {kConstInteger, {2}}, {kConstNull, {}},
      {kConstInteger, {14}},     {kConstSetType, {5}}, {kConstAggregate, {3, 4, 5, 3}},
      {kConstSetType, {10}},     {kConstNull, {}},     {kConstSetType, {11}},
      {kConstAggregate, {3, 4}},
  };
  module.metadata = {
      {kMdStringOld, text_operands("name")},
      {kMdValue, {2, 5}},
      {kMdNode, {1, 2}},
      {kMdDistinctNode, {4, 3}},
      {kMdName, text_operands("dx.test")},
      {kMdNamedNode, {2}},
  };
  module.kinds = {
      {kMdKind, text_operands("dbg", {0})},
      {kMdKind, text_operands("tbaa", {1})},
      {kMdKind, text_operands("llvm.loop", {2})},
      {kMdKind, text_operands("dx.precise", {3})},
  };
  module.symbols = {
      {kVstEntry, text_operands("main", {0})},
      {kVstEntry, text_operands("helper", {1})},
      {kVstEntry, text_operands("table", {2})},
  };
  // Value operands are distances back from the id of the next value, which is 9 at first.
  constexpr uint64_t kExplicitType = 1 << 15;
  module.body = {
      {kDeclareBlocks, {4}},
      {kInstAlloca, {5, 2, 3, 64 | 3}},           // 9: 1 x [4 x i32]
      {kInstGep, {1, 5, 1, 6, 7}},                // 10: its element 1
      {kInstStore, {1, 6, 3, 0}},                 // element = 7
      {kInstLoad, {1, 2, 3, 0}},                  // 11
      {kInstBinop, {1, 7, 0}},                    // 12: 11 + 7
      {kInstCmp2, {1, 10, 32}},                   // 13: 12 == 1
      {kInstBr, {1, 2, 1}},                       //
      {kInstCall, {1, kExplicitType, 4, 13, 2}},  // 14: helper(12)
      {kInstBr, {2}},                             //
      {kInstPhi, {2, 6, 0, 2, 1}},                // 15: 12 from block 0, 14 from block 1
      {kInstSwitch, {2, 1, 3, 5, 3}},             // on 15: case 7 and default go to block 3
      {kInstCast, {1, 9, 6}},                     // 16: 15 as float
      {kInstRet, {}},
  };
  module.attachments = {{kMdAttachment, {6, 2, 3}}};
  return module;
}

}  // namespace trellis::container_testing
