#include "api/reflection/reflect.hpp"

#include "dxil_frontend/program/reflection.hpp"
#include "support/containers.hpp"

namespace trellis {

String reflection_text(const Program& program) { return dxil::reflect_json(program.shader) + "\n"; }

String entry_list(const Program& program) {
  String text;
  for (const dxil::EntryPoint& entry_point : program.shader.entry_points) {
    const bool is_clear = program.shader.find_entry_point(entry_point.source_name) == &entry_point;
    text += (is_clear ? entry_point.source_name : entry_point.name) + " " + dxil::name_of(entry_point.kind) +
            "\n";
  }
  return text;
}

}  // namespace trellis
