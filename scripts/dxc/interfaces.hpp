// The interfaces of dxcompiler.dll that dxc.cpp uses, as dxcapi.h declares them: MinGW-w64 has no such
// header.
#pragma once

#include <windows.h>

#include <cstdint>

namespace dxc {

struct Blob : IUnknown {
  virtual void* STDMETHODCALLTYPE GetBufferPointer() = 0;
  virtual SIZE_T STDMETHODCALLTYPE GetBufferSize() = 0;
};
struct Buffer {
  const void* data;
  SIZE_T size;
  UINT encoding;
};
struct OperationResult : IUnknown {
  virtual HRESULT STDMETHODCALLTYPE GetStatus(HRESULT*) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetResult(Blob**) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetErrorBuffer(Blob**) = 0;
};
struct Result : OperationResult {
  virtual BOOL STDMETHODCALLTYPE HasOutput(UINT) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetOutput(UINT, REFIID, void**, Blob**) = 0;
};
struct Compiler : IUnknown {
  virtual HRESULT STDMETHODCALLTYPE Compile(const Buffer*, LPCWSTR*, UINT32, IUnknown*, REFIID, void**) = 0;
  virtual HRESULT STDMETHODCALLTYPE Disassemble(const Buffer*, REFIID, void**) = 0;
};
struct Utils : IUnknown {
  virtual HRESULT STDMETHODCALLTYPE CreateBlobFromBlob(Blob*, UINT32, UINT32, Blob**) = 0;
  virtual HRESULT STDMETHODCALLTYPE CreateBlobFromPinned(const void*, UINT32, UINT32, Blob**) = 0;
  virtual HRESULT STDMETHODCALLTYPE MoveToBlob(const void*, void*, UINT32, UINT32, Blob**) = 0;
  virtual HRESULT STDMETHODCALLTYPE CreateBlob(const void*, UINT32, UINT32, Blob**) = 0;
};
struct IncludeHandler : IUnknown {
  virtual HRESULT STDMETHODCALLTYPE LoadSource(LPCWSTR, Blob**) = 0;
};
struct Assembler : IUnknown {
  virtual HRESULT STDMETHODCALLTYPE AssembleToContainer(Blob*, OperationResult**) = 0;
};
struct Validator : IUnknown {
  virtual HRESULT STDMETHODCALLTYPE Validate(Blob*, UINT32, OperationResult**) = 0;
};

/// A class of the library and one of its interfaces.
struct Service {
  GUID class_id, interface_id;
};
constexpr Service kCompiler = {
    {0x73e22d93, 0xe6ce, 0x47f3, {0xb5, 0xbf, 0xf0, 0x66, 0x4f, 0x39, 0xc1, 0xb0}},
    {0x228b4687, 0x5a6a, 0x4730, {0x90, 0x0c, 0x97, 0x02, 0xb2, 0x20, 0x3f, 0x54}}};
constexpr Service kUtils = {{0x6245d6af, 0x66e0, 0x48fd, {0x80, 0xb4, 0x4d, 0x27, 0x17, 0x96, 0x74, 0x8c}},
                            {0x4605c4cb, 0x2019, 0x492a, {0xad, 0xa4, 0x65, 0xf2, 0x0b, 0xb7, 0xd6, 0x7f}}};
constexpr Service kAssembler = {
    {0xd728db68, 0xf903, 0x4f80, {0x94, 0xcd, 0xdc, 0xcf, 0x76, 0xec, 0x71, 0x51}},
    {0x091f7a26, 0x1c1f, 0x4948, {0x90, 0x4b, 0xe6, 0xe3, 0xa8, 0xa7, 0x71, 0xd5}}};
constexpr Service kValidator = {
    {0x8ca3e215, 0xf728, 0x4cf3, {0x8c, 0xdd, 0x88, 0xaf, 0x91, 0x75, 0x87, 0xa1}},
    {0xa6e82bd2, 0x1fd7, 0x4826, {0x98, 0x11, 0x28, 0x57, 0xe7, 0x97, 0xf4, 0x9a}}};
constexpr GUID kUnknownId = {0x00000000, 0x0000, 0x0000, {0xc0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x46}};
constexpr GUID kIncludeHandlerId = {
    0x7f61fc7d, 0x950d, 0x467f, {0xb3, 0xe3, 0x3c, 0x02, 0xfb, 0x49, 0x18, 0x7c}};
constexpr GUID kResultId = {0x58346cda, 0xdde7, 0x4497, {0x94, 0x61, 0x6f, 0x87, 0xaf, 0x5e, 0x06, 0x59}};
constexpr GUID kBlobId = {0x8ba5fb08, 0x5195, 0x40e2, {0xac, 0x58, 0x0d, 0x98, 0x9c, 0x3a, 0x01, 0x02}};

/// The outputs of a compilation.
enum OutputKind : UINT {
  kObject = 1,
  kErrors = 2,
  kPdb = 3,
  kShaderHash = 4,
  kDisassembly = 5,
  kHlsl = 6,
  kText = 7,
  kReflection = 8,
  kRootSignature = 9,
  kExtraOutputs = 10,
  kRemarks = 11,
};

constexpr UINT kUtf8 = 65001;

}  // namespace dxc
