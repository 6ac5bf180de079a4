// Bind callbacks that give impossible bindings: the error names the resource and the field.
#include <gtest/gtest.h>

#include "tests/c_api/shared_program.hpp"

namespace trellis::test_c_api {
namespace {

class Answers : public testing::Test {
 protected:
  void SetUp() override {
    // The shader has two structured UAVs and a constant buffer.
    program = read_shader(translator, "programs/bitonic_sort_pairs");
    ASSERT_NE(program, nullptr);
  }

  /// Translates with the same binding for every resource, and expects an error about `field` that contains
  /// `what` and names a resource.
  void refuses(const TrellisBinding& binding, const std::string& field, const std::string& what,
               uint32_t root_data_size = 0) {
    TrellisBinding answer = binding;
    TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
    options.root_data_size = root_data_size;
    options.bind_user = &answer;
    options.bind = [](void* user, const TrellisResourceUse*, TrellisBinding* out) -> uint32_t {
      *out = *static_cast<TrellisBinding*>(user);
      return 1;
    };
    EXPECT_EQ(translate(translator, program, &options), nullptr) << field;
    const TrellisError* error = trellis_translator_error(translator.get());
    EXPECT_EQ(error->result, TRELLIS_ERROR_INVALID_ARGUMENT) << error->text;
    EXPECT_EQ(error->part, "binding." + field) << error->text;
    EXPECT_NE(std::string(error->text).find(what), std::string::npos) << error->text;
    EXPECT_NE(std::string(error->text).find("space0"), std::string::npos) << error->text;
  }

  Translator translator = make_translator();
  Program program;
  TrellisBinding binding = TRELLIS_BINDING_INIT;
};

TEST_F(Answers, UnknownNumbersAreRefused) {
  binding.kind = 77;
  refuses(binding, "kind", "77");
  binding = TRELLIS_BINDING_INIT;
  binding.form = 9;
  refuses(binding, "form", "9");
  binding = TRELLIS_BINDING_INIT;
  binding.counter_kind = 5;
  refuses(binding, "counter_kind", "5");
  binding = TRELLIS_BINDING_INIT;
  binding.counter_form = 6;
  refuses(binding, "counter_form", "6");
  binding = TRELLIS_BINDING_INIT;
  binding.range_kind = 3;
  refuses(binding, "range_kind", "3");
}

TEST_F(Answers, AStructOfAnotherSize) {
  for (const uint32_t size : {0u, 8u, static_cast<uint32_t>(sizeof(TrellisBinding)) + 4, UINT32_MAX}) {
    binding.struct_size = size;
    refuses(binding, "struct_size", std::to_string(size));
  }
  // The size from an older header: fields beyond it keep the library's defaults.
  binding = TRELLIS_BINDING_INIT;
  binding.struct_size = offsetof(TrellisBinding, address_stride);
  binding.kind = TRELLIS_BIND_ADDRESS;
  refuses(binding, "root_offset", "root data");
}

TEST_F(Answers, PlacesOutsideTheRootDataAreRefused) {
  binding.kind = TRELLIS_BIND_ADDRESS;
  refuses(binding, "root_offset", "past the root data's 0 bytes");
  binding.root_offset = 2;
  refuses(binding, "root_offset", "multiple of 4", 64);
  binding.root_offset = 0;
  binding.bound_offset = 64;
  refuses(binding, "bound_offset", "past", 64);
  binding = TRELLIS_BINDING_INIT;
  binding.kind = TRELLIS_BIND_HEAP;
  binding.table_offset = 4;
  refuses(binding, "table_offset", "past", 4);
  binding = TRELLIS_BINDING_INIT;
  binding.range_kind = TRELLIS_RANGE_ROOT_DATA;
  binding.range_root_offset = 60;
  refuses(binding, "range_root_offset", "past", 64);
}

TEST_F(Answers, FormsThatResourcesCannotTake) {
  binding.kind = TRELLIS_BIND_ROOT_CONSTANTS;
  refuses(binding, "kind", "only constant buffers can be root constants");
  binding = TRELLIS_BINDING_INIT;
  binding.form = TRELLIS_BUFFER_UNIFORM;
  refuses(binding, "form", "cannot take this form");
  binding = TRELLIS_BINDING_INIT;
  binding.kind = TRELLIS_BIND_ADDRESS;
  binding.form = TRELLIS_BUFFER_ADDRESSES;
  refuses(binding, "form", "requires a descriptor", 64);
  binding.form = TRELLIS_BUFFER_DEFAULT;
  binding.range_kind = TRELLIS_RANGE_TABLE;
  refuses(binding, "range_kind", "takes no view range", 64);
}

TEST_F(Answers, TablesOfOtherKindsAreRefused) {
  binding.form = TRELLIS_BUFFER_ADDRESSES;
  binding.address_stride = 6;
  refuses(binding, "address_stride", "multiple of 4");
  binding.address_stride = 8;
  binding.address_offset = 1;
  refuses(binding, "address_offset", "multiple of 4");
  binding = TRELLIS_BINDING_INIT;
  binding.range_kind = TRELLIS_RANGE_TABLE;
  binding.range_binding = 1;
  binding.range_stride = 0;
  refuses(binding, "range_stride", "nonzero");
  binding.range_stride = 8;
  binding.range_offset = 2;
  refuses(binding, "range_offset", "multiple of 4");
}

TEST_F(Answers, ArraysThatAreTooShort) {
  binding.first_element = 3;
  binding.array_size = 2;
  refuses(binding, "array_size", "less than the number of elements");
}

TEST_F(Answers, OnePlaceForTwo) {
  refuses(binding, "binding", "binding collision");
  const std::string text = error_text(translator);
  EXPECT_NE(text.find(" and "), std::string::npos) << text;
  EXPECT_NE(text.find("shared_bindings, --shared-bindings"), std::string::npos) << text;
  // A table of ranges cannot be a descriptor that another resource uses.
  binding.kind = TRELLIS_BIND_HEAP;
  binding.range_kind = TRELLIS_RANGE_TABLE;
  refuses(binding, "binding", "table of ranges");
}

class HeapArguments : public Answers {
 protected:
  std::string failing_field(const TrellisHeapOptions& heaps) {
    TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
    options.heaps = &heaps;
    EXPECT_EQ(translate(translator, program, &options), nullptr);
    return trellis_translator_error(translator.get())->part;
  }
};

TEST_F(HeapArguments, NameTheField) {
  TrellisHeapOptions heaps = TRELLIS_HEAP_OPTIONS_INIT;
  heaps.struct_size = 2;
  EXPECT_EQ(failing_field(heaps), "options.heaps.struct_size");
  heaps = TRELLIS_HEAP_OPTIONS_INIT;
  heaps.types_apart = 1u << 8;
  EXPECT_EQ(failing_field(heaps), "options.heaps->types_apart");
  heaps = TRELLIS_HEAP_OPTIONS_INIT;
  heaps.constant_buffer_form = TRELLIS_BUFFER_TEXEL;
  EXPECT_EQ(failing_field(heaps), "options.heaps->constant_buffer_form");
  heaps = TRELLIS_HEAP_OPTIONS_INIT;
  heaps.resource_count_offset = 4;
  EXPECT_EQ(failing_field(heaps), "heaps.resource_count");
  heaps = TRELLIS_HEAP_OPTIONS_INIT;
  heaps.sampler_count_offset = 4;
  EXPECT_EQ(failing_field(heaps), "heaps.sampler_count");
}

}  // namespace
}  // namespace trellis::test_c_api
