// Resources bound by name; the names come from the container's reflection data.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "tests/c_api/shared_program.hpp"

namespace trellis::test_c_api {
namespace {

class NamedBindings : public testing::Test {
 protected:
  void SetUp() override {
    program = read_shader(translator, "containers/ps_decal_box.reflection");
    ASSERT_NE(program, nullptr) << error_text(translator);
  }

  /// Returns where the module binds the resource of that name.
  TrellisBinding place_of(const Module& module, const char* name) {
    TrellisResourceUse use = TRELLIS_RESOURCE_USE_INIT;
    TrellisBinding binding = TRELLIS_BINDING_INIT;
    for (uint32_t n = 0; n < trellis_module_binding_count(module.get()); ++n) {
      EXPECT_EQ(trellis_module_binding(module.get(), n, &use, &binding), TRELLIS_SUCCESS);
      if (std::strcmp(use.info->name, name) == 0) return binding;
    }
    ADD_FAILURE() << "no resource " << name;
    return binding;
  }

  Translator translator = make_translator();
  Program program;
};

TEST_F(NamedBindings, AreTakenBeforeTheTableAndTheRule) {
  std::vector<TrellisNamedBinding> named = {{"albedoAtlas", TRELLIS_BINDING_INIT},
                                            {"C", TRELLIS_BINDING_INIT}};
  named[0].binding.set = 3;
  named[0].binding.binding = 11;
  named[1].binding.set = 3;
  named[1].binding.binding = 12;
  named[1].binding.form = TRELLIS_BUFFER_STORAGE;
  TrellisBindingEntry all_srvs = {TRELLIS_CLASS_SRV, 0, 0, TRELLIS_UNBOUNDED, TRELLIS_BINDING_INIT};
  all_srvs.binding.kind = TRELLIS_BIND_HEAP;
  all_srvs.binding.set = 6;
  TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  options.named_bindings = named.data();
  options.named_binding_count = 2;
  options.bindings = &all_srvs;
  options.binding_count = 1;
  const Module module = translate(translator, program, &options);
  ASSERT_NE(module, nullptr) << error_text(translator);
  EXPECT_EQ(place_of(module, "albedoAtlas").set, 3u);
  EXPECT_EQ(place_of(module, "albedoAtlas").binding, 11u);
  EXPECT_EQ(place_of(module, "C").binding, 12u);
  EXPECT_EQ(place_of(module, "C").form, static_cast<uint32_t>(TRELLIS_BUFFER_STORAGE));
  EXPECT_EQ(place_of(module, "decals").set, 6u) << "of the table";
  EXPECT_EQ(place_of(module, "aniso").binding, 3000u) << "the default rule";
}

TEST_F(NamedBindings, OfANameThatIsNotThere) {
  TrellisNamedBinding named = {"albedo", TRELLIS_BINDING_INIT};
  TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  options.named_bindings = &named;
  options.named_binding_count = 1;
  EXPECT_EQ(translate(translator, program, &options), nullptr);
  EXPECT_EQ(trellis_translator_error(translator.get())->result, TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_NE(error_text(translator)
                .find("no resource is named 'albedo'; there are: decals, clusterList, albedoAtlas"),
            std::string::npos)
      << error_text(translator);
}

TEST_F(NamedBindings, ThatDoNotFitTheResource) {
  TrellisNamedBinding named = {"albedoAtlas", TRELLIS_BINDING_INIT};
  named.binding.kind = TRELLIS_BIND_ROOT_CONSTANTS;
  TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  options.named_bindings = &named;
  options.named_binding_count = 1;
  EXPECT_EQ(translate(translator, program, &options), nullptr);
  EXPECT_NE(error_text(translator).find("albedoAtlas (t2, space0)"), std::string::npos)
      << error_text(translator);
}

// Entries of an older header are shorter; the missing fields have their defaults.
TEST_F(NamedBindings, OfAnOlderHeader) {
  constexpr uint32_t kOldSize = offsetof(TrellisBinding, address_stride);
  struct alignas(TrellisNamedBinding) OldNamedBinding {
    const char* name;
    unsigned char binding[kOldSize];
  };
  static_assert(sizeof(OldNamedBinding) < sizeof(TrellisNamedBinding));
  OldNamedBinding named[2] = {{"decals", {}}, {"aniso", {}}};
  TrellisBinding binding = TRELLIS_BINDING_INIT;
  binding.struct_size = kOldSize;
  for (uint32_t n = 0; n < 2; ++n) {
    binding.binding = 40 + n;
    std::memcpy(named[n].binding, &binding, kOldSize);
  }
  TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  options.named_bindings = reinterpret_cast<const TrellisNamedBinding*>(named);
  options.named_binding_count = 2;
  const Module module = translate(translator, program, &options);
  ASSERT_NE(module, nullptr) << error_text(translator);
  EXPECT_EQ(place_of(module, "decals").binding, 40u);
  EXPECT_EQ(place_of(module, "aniso").binding, 41u);
}

}  // namespace
}  // namespace trellis::test_c_api
