#include "c_api/options/instrumentation.hpp"

#include <cstddef>

#include "c_api/objects.hpp"
#include "c_api/options/heaps.hpp"
#include "c_api/options/read_fields.hpp"
#include "c_api/options/versioned.hpp"
#include "spirv_backend/options/cookie_words.hpp"

namespace trellis::c_api {
namespace {

using Report = spirv::ReportWords;
using Table = spirv::DescriptorTableWords;

// The structs for buffers must have the layout that modules read and write.
constexpr size_t kWord = sizeof(uint32_t);
static_assert(TRELLIS_DESCRIPTOR_SAMPLER == spirv::kSamplerBit);
static_assert(TRELLIS_DESCRIPTOR_COUNTER == spirv::kCounterBit);
static_assert(TRELLIS_FAULT_NULL_ADDRESS == static_cast<uint32_t>(spirv::DescriptorFault::kNullAddress));
static_assert(sizeof(TrellisDescriptorTable) == Table::kFirstElement * kWord);
static_assert(offsetof(TrellisDescriptorTable, safe_elements) == Table::kFirstSafe * kWord);
static_assert(sizeof(TrellisDescriptorTableElement) == Table::kElementWords * kWord);
static_assert(sizeof(TrellisDescriptorReports) == Report::kFirstReport * kWord);
static_assert(offsetof(TrellisDescriptorReports, filter_size) == Report::kFilterSize * kWord);
static_assert(offsetof(TrellisDescriptorReports, faults) == Report::kFaults * kWord);
static_assert(sizeof(TrellisDescriptorReport) == Report::kSize * kWord);
static_assert(offsetof(TrellisDescriptorReport, access) == Report::kAccess * kWord);
static_assert(offsetof(TrellisDescriptorReport, heap) == Report::kHeap * kWord);

using CookieReport = spirv::CookieReportWords;
using CookieTable = spirv::CookieTableWords;
static_assert(sizeof(TrellisCookieTable) == CookieTable::kFirstElement * kWord);
static_assert(sizeof(TrellisCookieTableElement) == CookieTable::kElementWords * kWord);
static_assert(offsetof(TrellisCookieTableElement, bits) == CookieTable::kBits * kWord);
static_assert(sizeof(TrellisCookieReport) == CookieReport::kFirstLive * kWord);
static_assert(offsetof(TrellisCookieReport, fault_count) == CookieReport::kFaults * kWord);
static_assert(offsetof(TrellisCookieReport, fault) == CookieReport::kFault * kWord);
static_assert(TRELLIS_COOKIE_ADDRESS == static_cast<uint32_t>(spirv::CookieBit::kAddress));
static_assert(TRELLIS_COOKIE_TOO_NEW == static_cast<uint32_t>(spirv::CookieFault::kTooNew));

static_assert(sizeof(TrellisInstructionCounters) == spirv::CounterWords::kFirstCounter * kWord);
static_assert(sizeof(uint64_t) == spirv::CounterWords::kSize * kWord);

TrellisProgramPlace to_c(const spirv::ProgramPlace& place) {
  return {place.entry_point.c_str(),
          place.where.function.c_str(),
          place.where.block.c_str(),
          place.where.instruction.c_str(),
          place.where.operation.c_str(),
          place.file.c_str(),
          place.line,
          place.column};
}

}  // namespace

Result<void> read_instrumentation(const TrellisInstrumentation* given, option_table::Asked& asked) {
  TrellisInstrumentation known = TRELLIS_INSTRUMENTATION_INIT;
  TRELLIS_RETURN_IF_ERROR(read_versioned(given, "options.instrumentation", known));
  if (given != nullptr) {  // Otherwise the defaults apply, which equal those of C++.
    TRELLIS_RETURN_IF_ERROR(read_fields(known, asked));
  }
  spirv::Instrumentation& instrumentation = asked.translate.instrumentation;
  instrumentation.reports = place_of(known.reports);
  instrumentation.resource_table = place_of(known.resource_table);
  instrumentation.sampler_table = place_of(known.sampler_table);
  instrumentation.shader_hash = known.shader_hash;
  instrumentation.counters = place_of(known.counters);
  return {};
}

}  // namespace trellis::c_api

using namespace trellis::c_api;

extern "C" {

uint32_t trellis_module_checked_access_count(const TrellisModule* module) {
  return is_live(module) ? static_cast<uint32_t>(module->translation.instruments.accesses.size()) : 0;
}

TrellisResult trellis_module_checked_access(const TrellisModule* module, uint32_t index,
                                            TrellisCheckedAccess* access) {
  if (index >= trellis_module_checked_access_count(module)) return TRELLIS_ERROR_INVALID_ARGUMENT;
  const trellis::spirv::CheckedAccess& known = module->translation.instruments.accesses[index];
  TrellisCheckedAccess c = TRELLIS_CHECKED_ACCESS_INIT;
  c.number = known.number;
  c.wanted = known.wanted_bits;
  c.is_counter = known.is_counter ? 1 : 0;
  c.resource = known.resource.c_str();
  c.place = to_c(known.place);
  return write_versioned(c, access) ? TRELLIS_SUCCESS : TRELLIS_ERROR_INVALID_ARGUMENT;
}

uint32_t trellis_module_counted_block_count(const TrellisModule* module) {
  return is_live(module) ? static_cast<uint32_t>(module->translation.instruments.blocks.size()) : 0;
}

TrellisResult trellis_module_counted_block(const TrellisModule* module, uint32_t index,
                                           TrellisCountedBlock* block) {
  if (index >= trellis_module_counted_block_count(module)) return TRELLIS_ERROR_INVALID_ARGUMENT;
  const trellis::spirv::CountedBlock& known = module->translation.instruments.blocks[index];
  TrellisCountedBlock c = TRELLIS_COUNTED_BLOCK_INIT;
  c.counter = known.counter;
  c.instructions = known.instructions;
  c.operations = known.operations;
  c.place = to_c(known.place);
  return write_versioned(c, block) ? TRELLIS_SUCCESS : TRELLIS_ERROR_INVALID_ARGUMENT;
}

}  // extern "C"
