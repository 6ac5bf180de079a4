#include "api/reflection/reflect.hpp"

#include "dxil_frontend/program/reflection/reflection.hpp"
#include "support/containers.hpp"

namespace trellis {

String reflection_text(const Program& program) { return dxil::reflect_json(program.shader) + "\n"; }

String entry_list(const Program& program) {
  String text;
  for (const dxil::EntryPoint& entry_point : program.shader.entry_points) {
    text += program.shader.shortest_name(entry_point);
    text += String(" ") + dxil::name_of(entry_point.kind) + "\n";
  }
  return text;
}

}  // namespace trellis
