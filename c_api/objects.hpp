// The objects that the API's handles point to.
#pragma once

#include <memory>
#include <mutex>

#include "api/pipeline_layout/local_root_signature.hpp"
#include "api/pipeline_layout/pipeline_layout.hpp"
#include "api/reflection/device_needs.hpp"
#include "api/translator.hpp"
#include "c_api/library_lists.hpp"
#include "c_api/live_objects.hpp"
#include "c_api/memory.hpp"
#include "support/containers.hpp"
#include "trellis/trellis.h"

namespace trellis::c_api {

/// Text that is created by the first call that needs it, on whatever thread.
class LazyText {
 public:
  /// Returns null if there is not enough memory.
  template <class Make>
  const char* get(const MemoryHandle& memory, Make make) {
    const std::lock_guard lock(mutex_);
    if (!text_.has_value()) {
      const RoutedMemoryScope scope(memory.get());
      try {
        text_.emplace(make());
      } catch (const std::bad_alloc&) {
        return nullptr;
      }
    }
    return text_->c_str();
  }

 private:
  std::mutex mutex_;
  std::optional<String> text_;
};

}  // namespace trellis::c_api

struct TrellisTranslator {
  explicit TrellisTranslator(trellis::c_api::MemoryHandle caller_memory) : memory(std::move(caller_memory)) {
    trellis::c_api::note_made(this);
  }
  ~TrellisTranslator() { trellis::c_api::note_destroyed(this); }

  /// Stores the error for trellis_translator_error() and returns the result code for the caller.
  TrellisResult fail(trellis::Diagnostic what, TrellisResult result) noexcept;
  TrellisResult fail(trellis::Diagnostic what) noexcept;
  TrellisResult out_of_memory() noexcept;

  const trellis::c_api::MemoryHandle memory;
  trellis::Translator translator;
  TrellisLogCallback log = nullptr;
  void* log_user = nullptr;
  trellis::Diagnostic diagnostic;
  trellis::String text;
  trellis::String answer;  // The text that the last call returned.
  TrellisError error = {TRELLIS_SUCCESS, 0, 0, "", "", "", "", "", "", "", "", 0, 0, UINT32_MAX, UINT32_MAX};
};

struct TrellisProgram {
  TrellisProgram(trellis::c_api::MemoryHandle caller_memory, std::shared_ptr<const trellis::Program> program);
  ~TrellisProgram() { trellis::c_api::note_destroyed(this); }

  const trellis::c_api::MemoryHandle memory;
  std::shared_ptr<const trellis::Program> program;
  trellis::c_api::LibraryLists library;  // The lists for `program`.
  trellis::Vector<uint32_t> resources;   // Indices of those that are listed.
  mutable trellis::c_api::LazyText reflection;
};

struct TrellisModule {
  TrellisModule(trellis::c_api::MemoryHandle caller_memory, const TrellisProgram& from,
                trellis::Translation translated);
  ~TrellisModule() { trellis::c_api::note_destroyed(this); }

  const trellis::c_api::MemoryHandle memory;
  // The program may outlive its translator and everything else created through it.
  const trellis::c_api::MemoryHandle program_memory;
  std::shared_ptr<const trellis::Program> program;
  trellis::Translation translation;  // Its words are moved to `words`.
  trellis::Vector<uint32_t> words;
  trellis::Vector<uint32_t> capabilities;
  trellis::Vector<const char*> extensions;              // Point into `words`.
  trellis::Vector<const char*> warnings, entry_points;  // Point into `translation`.
  trellis::Vector<const trellis::VulkanNeed*> needs;
  trellis::Vector<trellis::SpecConstant> spec_constants;  // The names point into `words`.
  trellis::Vector<TrellisResourceInfo> resource_infos;
  mutable trellis::c_api::LazyText reflection, assembly;
};

struct TrellisRootSignature {
  TrellisRootSignature(trellis::c_api::MemoryHandle caller_memory, trellis::dxil::RootSignature read)
      : memory(std::move(caller_memory)), signature(std::move(read)) {
    if (auto layout = trellis::record_layout(signature)) record = std::move(*layout);
    trellis::c_api::note_made(this);
  }
  ~TrellisRootSignature() { trellis::c_api::note_destroyed(this); }

  const trellis::c_api::MemoryHandle memory;
  trellis::dxil::RootSignature signature;
  std::optional<trellis::RecordLayout> record;  // For local root signatures that fit into a shader record.
};

struct TrellisPipelineLayout {
  TrellisPipelineLayout(trellis::c_api::MemoryHandle caller_memory, trellis::PipelineLayout made)
      : memory(std::move(caller_memory)), layout(std::move(made)) {
    trellis::c_api::note_made(this);
  }
  ~TrellisPipelineLayout() { trellis::c_api::note_destroyed(this); }

  const trellis::c_api::MemoryHandle memory;
  trellis::PipelineLayout layout;
  mutable trellis::c_api::LazyText text;
};

namespace trellis::c_api {

/// Runs the body of an API function with memory from the translator's allocator. If memory runs out, returns
/// that as the function's result.
template <class Call>
TrellisResult guarded(TrellisTranslator* translator, Call call) {
  if (!is_live(translator)) return TRELLIS_ERROR_INVALID_ARGUMENT;
  const RoutedMemoryScope scope(translator->memory.get());
  try {
    return call(*translator);
  } catch (const std::bad_alloc&) {
    return translator->out_of_memory();
  }
}

/// Like the other overload, for a call on an object without a translator.
template <class Call>
TrellisResult guarded(const MemoryHandle& memory, Call call) {
  const RoutedMemoryScope scope(memory.get());
  try {
    return call();
  } catch (const std::bad_alloc&) {
    return TRELLIS_ERROR_OUT_OF_MEMORY;
  }
}

TrellisEntryPointInfo info_of(const dxil::Module& module, const dxil::EntryPoint& entry_point);
TrellisResourceInfo info_of(const dxil::Resource& resource);
TrellisSignatureElementInfo info_of(const dxil::SignatureElement& element);

}  // namespace trellis::c_api
