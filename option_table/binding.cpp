// Options for where resources, descriptor heaps and root data are bound.
#include "option_table/members.hpp"
#include "option_table/sections.hpp"

namespace trellis::option_table {
namespace {

using spirv::BufferForm;
using spirv::HeapForm;
using spirv::HeapOptions;
using spirv::HeapSize;
using spirv::RootData;

constexpr Row kBindingRows[] = {
    {.flag = "--shared-bindings",
     .help = "Allow several resources at one set and binding",
     .field = C_FIELD(TrellisTranslateOptions, shared_bindings),
     .member = member<&TranslateOptions::shared_bindings>(),
     .more = "Otherwise a collision is an error, except between slices of one heap",
     .wanted = "tools that process the module further and tell registers apart by class, as D3D12 does"},
    {.flag = "--b-shift",
     .metavariable = "N SPACE",
     .help = "Bind b registers of SPACE (or all) at register + N",
     .more = "See [binding.md](binding.md) for the rules"},
    {.flag = "--t-shift", .metavariable = "N SPACE", .help = "Likewise for t registers"},
    {.flag = "--u-shift", .metavariable = "N SPACE", .help = "Likewise for u registers"},
    {.flag = "--s-shift", .metavariable = "N SPACE", .help = "Likewise for s registers"},
    {.flag = "--dense-sets",
     .help = "Number descriptor sets densely: the register spaces of the program are sets 0, 1, ... in "
             "ascending order",
     .field = C_FIELD(TrellisTranslateOptions, dense_sets),
     .member = member<&TranslateOptions::dense_sets>(),
     .more =
         "Stages that use other spaces number them differently: `--space-set` says where a space is in all "
         "of them",
     .wanted = "register spaces of high numbers: drivers have 32 sets at most"},
    {.flag = "--space-set",
     .metavariable = "SPACE SET",
     .help = "The descriptor set of a register space, in place of its number"},
    {.flag = "--bind",
     .metavariable = "NAME=PLACE",
     .help = "Bind a resource by name, overriding all other rules: NAME=SET.BINDING; NAME.counter is its "
             "hidden counter; "
             "NAME=push or push:OFFSET makes a constant buffer push constants",
     .also_in_c = "named_bindings, named_binding_count",
     .more = "An unknown name is an error that lists the known ones. Most shaders are stripped of names: "
             "they are in the reflection data (part STAT) or the debug information"},
    {.help = "Ask a callback where each resource is bound",
     .also_in_c = "bind, bind_user",
     .more = "It receives the default binding and may change it"},
    {.help = "Take the bindings of resources from a table",
     .also_in_c = "bindings, binding_count, bindings_only",
     .more = "With `bindings_only`, a resource that is not in the table is an error"},
    {.help = "Where the root data is: push constants, or a uniform (or inline uniform) block",
     .field = C_FIELD(TrellisTranslateOptions, root_data_form),
     .member = member<&RootData::is_uniform_block>(),
     .words = {{"", TRELLIS_ROOT_DATA_PUSH_CONSTANTS, false}, {"", TRELLIS_ROOT_DATA_UNIFORM_BLOCK, true}},
     .no_such_word = "no such form: "},
    {.help = "Size of the root data in bytes, a multiple of 4",
     .field = C_FIELD(TrellisTranslateOptions, root_data_size),
     .member = member<&RootData::size>()},
    {.help = "Descriptor set of that block",
     .field = C_FIELD(TrellisTranslateOptions, root_data_set),
     .member = member<&RootData::set>()},
    {.help = "Binding of that block",
     .field = C_FIELD(TrellisTranslateOptions, root_data_binding),
     .member = member<&RootData::binding>()},
    {.flag = "--heaps",
     .metavariable = "FORM",
     .help = "Descriptor heaps: bindings (arrays of descriptors at the bindings below) or extension (the "
             "device's own, SPV_EXT_descriptor_heap)",
     .field = C_FIELD(TrellisHeapOptions, form),
     .member = member<&HeapOptions::form>(),
     .words = {{"bindings", TRELLIS_HEAPS_BINDINGS, HeapForm::kBindings},
               {"extension", TRELLIS_HEAPS_EXTENSION, HeapForm::kExtension}},
     .no_such_word = "no such form: ",
     .shows_default = true,
     .more =
         "See [descriptor-heaps.md](descriptor-heaps.md). With a root signature, its tables become slices of "
         "the device's heaps, too",
     .wanted = "devices with `VK_EXT_descriptor_heap`: no sets, no limits of descriptors by type"},
    {.flag = "--heap-stride",
     .metavariable = "BYTES",
     .help =
         "With --heaps extension: bytes from one descriptor of the resource heap to the next (0: the size "
         "of the largest, which the device inserts)",
     .field = C_FIELD(TrellisHeapOptions, resource_stride),
     .member = member<&HeapOptions::resource_stride>()},
    {.flag = "--sampler-heap-stride",
     .metavariable = "BYTES",
     .help = "Likewise for the sampler heap",
     .field = C_FIELD(TrellisHeapOptions, sampler_stride),
     .member = member<&HeapOptions::sampler_stride>()},
    {.flag = "--heap-counter-distance",
     .metavariable = "N",
     .help = "With --heaps extension: the hidden counter of the buffer at index i is at index i + N",
     .field = C_FIELD(TrellisHeapOptions, counter_distance),
     .member = member<&HeapOptions::counter_distance>()},
    {.flag = "--resource-heap",
     .metavariable = "N SET",
     .help = "Binding of ResourceDescriptorHeap (default: 5000 0)",
     .also_in_c = "resources"},
    {.flag = "--counter-heap",
     .metavariable = "N SET",
     .help = "Binding of the hidden counters of that heap's UAVs (default: 5001 0)",
     .also_in_c = "counters"},
    {.flag = "--sampler-heap",
     .metavariable = "N SET",
     .help = "Binding of SamplerDescriptorHeap (default: 5002 0)",
     .also_in_c = "samplers"},
    {.flag = "--heap-type-binding",
     .metavariable = "TYPE N SET",
     .help = "A separate binding for one type of that heap's descriptors (cbv, srv-buffer, uav-buffer, "
             "srv-texels, uav-texels, srv-texture, uav-texture, acceleration-structure; default: "
             "acceleration-structure 5007 0)",
     .also_in_c = "types_apart, by_type",
     .wanted = "devices without mutable descriptors"},
    {.flag = "--heap-storage-constants",
     .help = "Declare constant buffers of that heap as storage buffers",
     .field = C_FIELD(TrellisHeapOptions, constant_buffer_form),
     .member = member<&HeapOptions::constant_buffers>(),
     .words = {{"", TRELLIS_BUFFER_DEFAULT, BufferForm::kDefault},
               {"", TRELLIS_BUFFER_UNIFORM, BufferForm::kUniform},
               {"", TRELLIS_BUFFER_STORAGE, BufferForm::kStorage}},
     .no_such_word = "constant buffers of a heap cannot take form "},
    {.help = "Number of descriptors in the resource heap, to clamp indices to (0: no clamping)",
     .field = C_FIELD(TrellisHeapOptions, resource_count),
     .member = member<&HeapOptions::resource_count, &HeapSize::count>(),
     .cost = "a minimum per access"},
    {.help = "Likewise for the sampler heap",
     .field = C_FIELD(TrellisHeapOptions, sampler_count),
     .member = member<&HeapOptions::sampler_count, &HeapSize::count>()},
    {.help = "Byte offset in the root data of a word with that number instead, or `TRELLIS_NO_OFFSET`",
     .field = C_FIELD(TrellisHeapOptions, resource_count_offset),
     .member = member<&HeapOptions::resource_count, &HeapSize::root_offset>()},
    {.help = "Likewise for samplers",
     .field = C_FIELD(TrellisHeapOptions, sampler_count_offset),
     .member = member<&HeapOptions::sampler_count, &HeapSize::root_offset>()},
    {.help =
         "Where the number of the resource heap's descriptors is: in the two fields above, in the first word "
         "of a uniform buffer, or the size of a storage buffer that contains the heap",
     .field = C_FIELD(TrellisHeapOptions, resource_size_form),
     .member = member<&HeapOptions::resource_count, &HeapSize::form>(),
     .words = {{"", TRELLIS_HEAP_SIZE_NUMBER, spirv::HeapSizeForm::kNumber},
               {"", TRELLIS_HEAP_SIZE_UNIFORM_BLOCK, spirv::HeapSizeForm::kUniformBlock},
               {"", TRELLIS_HEAP_SIZE_OF_BUFFER, spirv::HeapSizeForm::kBuffer}},
     .no_such_word = "has no meaning: ",
     .cost = "a load per function and a minimum per access"},
    {.help = "Set of that buffer",
     .field = C_FIELD(TrellisHeapOptions, resource_size_set),
     .member = member<&HeapOptions::resource_count, &HeapSize::place, &spirv::BindingPlace::set>()},
    {.help = "Binding of that buffer",
     .field = C_FIELD(TrellisHeapOptions, resource_size_binding),
     .member = member<&HeapOptions::resource_count, &HeapSize::place, &spirv::BindingPlace::binding>()},
    {.help = "Bytes per descriptor in that storage buffer: a multiple of 4",
     .field = C_FIELD(TrellisHeapOptions, resource_size_stride),
     .member = member<&HeapOptions::resource_count, &HeapSize::stride>()},
    {.help =
         "A null descriptor follows the last one of a heap: an index out of bounds becomes that of the null",
     .field = C_FIELD(TrellisHeapOptions, ends_with_null),
     .member = member<&HeapOptions::ends_with_null>()},
    {.help = "Check the indices of slices of heaps, with the offset of their table, too",
     .field = C_FIELD(TrellisHeapOptions, bounds_slices),
     .member = member<&HeapOptions::bounds_slices>()},
};

}  // namespace

std::span<const Row> binding_rows() { return kBindingRows; }

}  // namespace trellis::option_table
