// The objects behind the handles.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "api/device_needs.hpp"
#include "api/pipeline_layout.hpp"
#include "api/trellis.hpp"
#include "c_api/live_objects.hpp"
#include "c_api/memory.hpp"
#include "trellis/trellis.h"

namespace trellis::c_api {

/// Text made when first asked for, by whichever thread that is.
class LazyText {
 public:
  /// Null if there is no memory for it.
  template <class Make>
  const char* get(std::pmr::memory_resource& memory, Make make) {
    const std::lock_guard lock(mutex_);
    if (!text_.has_value()) {
      try {
        text_.emplace(make(), &memory);
      } catch (const std::bad_alloc&) {
        return nullptr;
      }
    }
    return text_->c_str();
  }

 private:
  std::mutex mutex_;
  std::optional<std::pmr::string> text_;
};

}  // namespace trellis::c_api

struct TrellisTranslator {
  explicit TrellisTranslator(const TrellisAllocator& allocator) : memory(allocator) {
    trellis::c_api::note_made(this);
  }
  ~TrellisTranslator() { trellis::c_api::note_destroyed(this); }

  /// Keeps what went wrong for trellis_translator_error(); returns the result to hand out.
  TrellisResult fail(trellis::Diagnostic what, TrellisResult result) noexcept;
  TrellisResult fail(trellis::Diagnostic what) noexcept;
  TrellisResult out_of_memory() noexcept;

  trellis::c_api::CallerMemory memory;
  trellis::Translator translator;
  TrellisLogCallback log = nullptr;
  void* log_user = nullptr;
  trellis::Diagnostic diagnostic;
  std::string text;
  std::string disassembly;
  TrellisError error = {TRELLIS_SUCCESS, 0, 0, "", "", "", "", "", "", ""};
};

struct TrellisProgram {
  TrellisProgram(const TrellisAllocator& allocator, std::shared_ptr<const trellis::Program> program);
  ~TrellisProgram() { trellis::c_api::note_destroyed(this); }

  trellis::c_api::CallerMemory memory;
  std::shared_ptr<const trellis::Program> program;
  mutable trellis::c_api::LazyText reflection;
};

struct TrellisModule {
  TrellisModule(const TrellisAllocator& allocator, std::shared_ptr<const trellis::Program> read_program,
                trellis::Translation translated);
  ~TrellisModule() { trellis::c_api::note_destroyed(this); }

  trellis::c_api::CallerMemory memory;
  std::shared_ptr<const trellis::Program> program;
  trellis::Translation translation;  // Its words are moved to `words`.
  std::pmr::vector<uint32_t> words;
  std::pmr::vector<uint32_t> capabilities;
  std::pmr::vector<const char*> extensions;              // Into `words`.
  std::pmr::vector<const char*> warnings, entry_points;  // Into `translation`.
  std::pmr::vector<const trellis::VulkanNeed*> needs;
  std::pmr::vector<trellis::SpecConstant> spec_constants;  // Names: into `words`.
  std::pmr::vector<TrellisResourceInfo> resource_infos;
  mutable trellis::c_api::LazyText reflection;
};

struct TrellisRootSignature {
  TrellisRootSignature(const TrellisAllocator& allocator, trellis::dxil::RootSignature read)
      : memory(allocator), signature(std::move(read)) {
    trellis::c_api::note_made(this);
  }
  ~TrellisRootSignature() { trellis::c_api::note_destroyed(this); }

  trellis::c_api::CallerMemory memory;
  trellis::dxil::RootSignature signature;
};

struct TrellisPipelineLayout {
  TrellisPipelineLayout(const TrellisAllocator& allocator, trellis::PipelineLayout made)
      : memory(allocator), layout(std::move(made)) {
    trellis::c_api::note_made(this);
  }
  ~TrellisPipelineLayout() { trellis::c_api::note_destroyed(this); }

  trellis::c_api::CallerMemory memory;
  trellis::PipelineLayout layout;
  mutable trellis::c_api::LazyText text;
};

namespace trellis::c_api {

TrellisEntryPointInfo info_of(const dxil::Module& module, const dxil::EntryPoint& entry_point);
TrellisResourceInfo info_of(const dxil::Resource& resource);
TrellisSignatureElementInfo info_of(const dxil::SignatureElement& element);

}  // namespace trellis::c_api
