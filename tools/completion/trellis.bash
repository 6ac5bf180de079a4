# Completion of trellis's command line for bash.
_trellis() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  local options="--output --emit --target --nonuniform --entry --list-entries --list-operations --format --reflect --validate --dump-cfg --time --check --error-on-findings --trust-uavs --trust-groupshared
    --debug-info --maximal-reconvergence --b-shift --t-shift --u-shift --s-shift --resource-heap --counter-heap
    --sampler-heap --heap-apart --heap-storage-constants --vertex-input --16-bit-io --invert-y --reciprocal-w --primitive-input --dual-source-blending
    --views --views-by --view-location --view-mask --view-handed --last-before-rasterizer
    --extensions --capabilities --no-demote --subgroup-sizes --subgroup-size
    --float-controls --preserves-denorms --flushes-denorms
    --keeps-special-values --denorm-independence --memory-model --precise --min-precision --full-min-precision --bounded-arrays
    --root-signature --root-tables --root-descriptors --root-types --root-push-bytes --root-stages --layout --refine-layout
    --jobs --time-limit --memory-limit --no-isolation --ignore-digest
    --version --help"
  COMPREPLY=()
  case $previous in
    --emit) mapfile -t COMPREPLY < <(compgen -W "spv spvasm glsl llvm" -- "$current") ;;
    --format) mapfile -t COMPREPLY < <(compgen -W "text json markdown sarif" -- "$current") ;;
    --check) mapfile -t COMPREPLY < <(compgen -W "uniformity convergence" -- "$current") ;;
    --float-controls) mapfile -t COMPREPLY < <(compgen -W "asked supported never" -- "$current") ;;
    --denorm-independence) mapfile -t COMPREPLY < <(compgen -W "all 32 none" -- "$current") ;;
    --memory-model) mapfile -t COMPREPLY < <(compgen -W "glsl450 vulkan" -- "$current") ;;
    --precise) mapfile -t COMPREPLY < <(compgen -W "marked propagated all" -- "$current") ;;
    --views-by) mapfile -t COMPREPLY < <(compgen -W "instances multiview" -- "$current") ;;
    --min-precision) mapfile -t COMPREPLY < <(compgen -W "relaxed full native" -- "$current") ;;
    --nonuniform) mapfile -t COMPREPLY < <(compgen -W "declared inferred inferred-or-declared always" -- "$current") ;;
    --target) mapfile -t COMPREPLY < <(compgen -W "vulkan1.1 vulkan1.2 vulkan1.3" -- "$current") ;;
    --root-tables) mapfile -t COMPREPLY < <(compgen -W "sets one-set heap" -- "$current") ;;
    --root-descriptors) mapfile -t COMPREPLY < <(compgen -W "addresses descriptors uav-descriptors" -- "$current") ;;
    --root-types) mapfile -t COMPREPLY < <(compgen -W "separate mutable" -- "$current") ;;
    --root-signature) mapfile -t COMPREPLY < <(compgen -W embedded -- "$current"; compgen -f -- "$current") ;;
    --dump-cfg) mapfile -t COMPREPLY < <(compgen -d -- "$current") ;;
    -o | --output | --layout) mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
    --entry | -j | --jobs | --time-limit | --memory-limit | --[btus]-shift | --*-heap | --vertex-input | --views | --view-* | --extensions | --capabilities | --subgroup-size* | --*-denorms | --keeps-special-values | --root-push-bytes | --root-stages) ;;
    *)
      if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
      else
        mapfile -t COMPREPLY < <(compgen -d -- "$current"; compgen -f -X '!*.@(dxil|cso)' -- "$current")
      fi
      ;;
  esac
}
complete -o filenames -o default -F _trellis trellis
