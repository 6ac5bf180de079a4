; Unknown properties of the entry point are ignored, with a warning. Tags 5 and 24 are known but do not affect the translation.
; RUN: trellis %s --emit spvasm

; PROPERTY: i32 5, i32 0
; PROPERTY: i32 24, i32 49152
; PROPERTY: i32 25, i32 1
; PROPERTY: i32 99, i32 1
define void @main() {
  ret void
}
; ERROR: warning: entry point main has an unknown property with tag 25: it is ignored
; ERROR-NEXT: warning: entry point main has an unknown property with tag 99: it is ignored
; ERROR-NOT: {{.+}}
