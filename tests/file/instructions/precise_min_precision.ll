; Precise operations on min-precision values: a driver may carry them out with 16 or 32 bits, which an option decides.
; RUN: trellis %s --emit spvasm
; RUN(decided): trellis %s --emit spvasm --min-precision full
; RUN(decided): trellis %s --emit spvasm --min-precision native

;--- Two of the three are precise.
; FLAGS: 32
define half @f(half %x) {
  %a = fadd half %x, 0xH4000
  %b = fmul fast half %a, %a
  %c = fsub half %b, %a
  ret half %c
}
; ERROR: warning: entry point main has precise operations on min-precision values (2), which a driver may carry out with 16 or 32 bits: --min-precision full or native decides it
; ERROR-NOT: {{.+}}
; CHECK(decided): OpFunctionEnd

;--- None is.
; FLAGS: 32
define half @f(half %x) {
  %a = fmul fast half %x, 0xH4000
  ret half %a
}
; CHECK: OpFunctionEnd
; CHECK(decided): OpFunctionEnd

;--- Native 16-bit values have 16 bits.
; FLAGS: 8388640
define half @f(half %x) {
  %a = fadd half %x, 0xH4000
  %b = fmul fast half %a, %a
  %c = fsub half %b, %a
  ret half %c
}
; CHECK: OpFunctionEnd
; CHECK(decided): OpFunctionEnd
