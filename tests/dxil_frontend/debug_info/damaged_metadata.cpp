#include "tests/dxil_frontend/debug_info/damaged_metadata.hpp"

#include <llvm/AsmParser/Parser.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBufferRef.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <cctype>
#include <random>
#include <set>

namespace trellis::dxil::test {
namespace {

/// All nodes reachable from the module's functions and lists, in a fixed order.
class Nodes {
 public:
  explicit Nodes(const llvm::Module& module) {
    for (const llvm::NamedMDNode& list : module.named_metadata()) {
      if (!list.getName().starts_with("llvm.dbg")) continue;
      for (const llvm::MDNode* node : list.operands()) add(node);
    }
    for (const llvm::Function& function : module) {
      add(function.getMetadata(llvm::LLVMContext::MD_dbg));
      for (const llvm::Instruction& i : llvm::instructions(function)) {
        add(i.getDebugLoc().get());
        if (const auto* call = llvm::dyn_cast<llvm::DbgVariableIntrinsic>(&i)) add(call->getRawVariable());
      }
    }
    for (size_t n = 0; n < all.size(); ++n) {
      for (const llvm::MDOperand& operand : all[n]->operands()) add(operand.get());
    }
  }

  std::vector<llvm::MDNode*> all;

 private:
  void add(const llvm::Metadata* metadata) {
    const auto* node = llvm::dyn_cast_or_null<llvm::MDNode>(metadata);
    if (node != nullptr && known_.insert(node).second) all.push_back(const_cast<llvm::MDNode*>(node));
  }

  std::set<const llvm::MDNode*> known_;
};

/// Makes all nodes distinct: LLVM would merge uniqued nodes with equal ones when they change.
std::string with_distinct_nodes(const std::string& text) {
  std::string result;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    std::string line = text.substr(begin, end - begin);
    const size_t equals = line.find(" = !");
    const bool is_node = line[0] == '!' && line.size() > 1 && std::isdigit(line[1]) != 0;
    if (is_node && equals != std::string::npos) line.insert(equals + 3, "distinct ");
    result += line;
    begin = end;
  }
  return result;
}

/// Returns a replacement, usually of the same kind: others are rejected before this project's readers see
/// them.
llvm::Metadata* another(std::mt19937_64& random, const Nodes& nodes, const llvm::Metadata* old,
                        llvm::LLVMContext& context) {
  const uint64_t kind = random() % 16;
  if (kind == 0) return nullptr;
  if (kind == 1) return nodes.all[random() % nodes.all.size()];
  if (llvm::isa_and_nonnull<llvm::MDString>(old))
    return llvm::MDString::get(context, kind < 9 ? "" : "damaged");
  if (llvm::isa_and_nonnull<llvm::ConstantAsMetadata>(old)) {
    const uint64_t number = kind < 6 ? ~0ull : kind < 9 ? 0 : random() % 99999;
    return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), number));
  }
  std::vector<llvm::MDNode*> alike;
  for (llvm::MDNode* node : nodes.all) {
    const bool are_types = llvm::isa_and_nonnull<llvm::DIType>(old) && llvm::isa<llvm::DIType>(node);
    if (old != nullptr && (are_types || node->getMetadataID() == old->getMetadataID())) alike.push_back(node);
  }
  return alike.empty() ? nullptr : alike[random() % alike.size()];
}

}  // namespace

Result<std::vector<uint8_t>> damage_debug_metadata(const std::string& text, uint64_t seed, uint32_t count) {
  const std::string distinct = with_distinct_nodes(text);
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const std::unique_ptr<llvm::Module> module =
      llvm::parseAssembly(llvm::MemoryBufferRef(distinct, "test"), diagnostic, context, nullptr);
  if (!module) return internal_check(diagnostic.getMessage().str());
  // DXIL calls llvm.dbg.value where LLVM 19 has debug records.
  module->setIsNewDbgInfoFormat(false);
  const Nodes nodes(*module);
  std::mt19937_64 random(seed);
  for (uint32_t n = 0; n < count; ++n) {
    llvm::MDNode* node = nodes.all[random() % nodes.all.size()];
    if (node->getNumOperands() == 0) continue;
    const auto operand = static_cast<unsigned>(random() % node->getNumOperands());
    llvm::Metadata* value = another(random, nodes, node->getOperand(operand).get(), context);
    // LLVM's writer requires a scope.
    if (llvm::isa<llvm::DILocation>(node) && !llvm::isa_and_nonnull<llvm::MDNode>(value)) continue;
    if (node->isDistinct()) node->replaceOperandWith(operand, value);
  }
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  llvm::WriteBitcodeToFile(*module, stream);
  stream.flush();
  return std::vector<uint8_t>(bytes.begin(), bytes.end());
}

}  // namespace trellis::dxil::test
