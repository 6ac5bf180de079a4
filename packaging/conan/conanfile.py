"""A recipe for Conan 2, of the checkout that it lies in: conan create packaging/conan"""
import os

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy


class Trellis(ConanFile):
    name = 'trellis'
    version = '0.1.0'
    license = 'MIT'
    description = 'DXIL to SPIR-V translator for Vulkan'
    settings = 'os', 'arch', 'compiler', 'build_type'
    options = {'shared': [True, False]}
    default_options = {'shared': True}
    requires = 'nlohmann_json/[>=3.11]', 'cli11/[>=2.3]', 'spirv-tools/[>=1.3]', 'spirv-headers/[>=1.3]', 'vulkan-headers/[>=1.3]'
    # LLVM 19 comes from the system: llvm-19-dev of Debian, or -c tools.cmake.cmaketoolchain:extra_variables with LLVM_DIR.

    def export_sources(self):
        root = os.path.join(self.recipe_folder, '..', '..')
        for pattern in ('CMakeLists.txt', 'LICENSE', 'THIRD-PARTY-NOTICES', 'CHANGELOG.md', 'cmake/*', 'adapters/*', 'api/*', 'bindings/*',
                        'c_api/*', 'cfg/*', 'docs/*', 'dxil_frontend/*', 'examples/*', 'include/*', 'lower/*', 'option_table/*',
                        'python/*',
                        'spirv_backend/*', 'structurizer/*', 'support/*', 'tinywgsl/*', 'tools/*', 'uniformity/*'):
            copy(self, pattern, root, self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        toolchain.variables['TRELLIS_BUILD_TESTS'] = False
        toolchain.variables['TRELLIS_BUILD_BENCHMARKS'] = False
        toolchain.variables['TRELLIS_WERROR'] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()

    def package_info(self):
        self.cpp_info.set_property('cmake_file_name', 'Trellis')
        self.cpp_info.set_property('cmake_target_name', 'Trellis::trellis')
        self.cpp_info.set_property('pkg_config_name', 'trellis')
        self.cpp_info.libs = ['trellis']
