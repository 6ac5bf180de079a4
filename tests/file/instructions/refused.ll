; What is valid LLVM but not translated is refused by name, with the place.
; RUN: trellis %s --emit spvasm
; STATUS: 3
; ERROR: a bitcast between these types is not supported (function mask, block 0, instruction 0, bitcast)

define i32 @mask(<32 x i1> %x) {
  %r = bitcast <32 x i1> %x to i32
  ret i32 %r
}
