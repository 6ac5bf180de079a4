/* translate.c: one .dxil file to one .spv file, and where its resources went. */
#include <stdio.h>
#include <stdlib.h>
#include <trellis/trellis.h>

static void* read_file(const char* path, size_t* size) {
  FILE* file = fopen(path, "rb");
  if (file == NULL) return NULL;
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  void* bytes = malloc(*size);
  if (bytes != NULL && fread(bytes, 1, *size, file) != *size) *size = 0;
  fclose(file);
  return bytes;
}

/* Constant buffer b0 of space 0 is the first 64 bytes of the push constants; everything else is where the default says. */
static uint32_t bind(void* user, const TrellisResourceUse* use, TrellisBinding* binding) {
  (void)user;
  const TrellisResourceInfo* info = use->info;
  if (info->resource_class == TRELLIS_CLASS_CBV && info->first_register == 0 && info->space == 0 && info->byte_size <= 64) {
    binding->kind = TRELLIS_BIND_ROOT_CONSTANTS;
    binding->root_size = 64;
  }
  return 1;
}

int main(int argc, char** argv) {
  size_t size = 0;
  void* dxil = argc == 3 ? read_file(argv[1], &size) : NULL;
  if (dxil == NULL) return fprintf(stderr, "usage: translate IN.dxil OUT.spv\n"), 2;

  TrellisTranslator* translator = NULL;
  TrellisProgram* program = NULL;
  TrellisModule* module = NULL;
  TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  options.bind = bind;
  options.root_data_size = 64;
  TrellisResult result = trellis_translator_create(NULL, &translator);
  if (result == TRELLIS_SUCCESS) result = trellis_program_read(translator, dxil, size, NULL, &program);
  if (result == TRELLIS_SUCCESS) result = trellis_translate(translator, program, &options, &module);
  free(dxil);
  if (result == TRELLIS_SUCCESS) {
    size_t count = 0;
    const uint32_t* words = trellis_module_words(module, &count);
    FILE* out = fopen(argv[2], "wb");
    if (out == NULL || fwrite(words, 4, count, out) != count) perror(argv[2]);
    if (out != NULL) fclose(out);
    for (uint32_t i = 0; i < trellis_module_binding_count(module); ++i) {
      TrellisResourceUse use = TRELLIS_RESOURCE_USE_INIT;
      TrellisBinding at = TRELLIS_BINDING_INIT;
      trellis_module_binding(module, i, &use, &at);
      printf("register %u of space %u: ", use.info->first_register, use.info->space);
      if (at.kind == TRELLIS_BIND_ROOT_CONSTANTS) printf("push constants from byte %u\n", at.root_offset);
      else printf("set %u, binding %u\n", at.set, at.binding);
    }
  } else {
    fprintf(stderr, "%s\n", translator != NULL ? trellis_translator_error(translator)->text : trellis_result_name(result));
  }
  trellis_module_destroy(module);
  trellis_program_destroy(program);
  trellis_translator_destroy(translator);
  return result;
}
