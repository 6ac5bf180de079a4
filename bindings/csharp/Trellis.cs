// Trellis: DXIL, the shader bytecode of Direct3D 12, to SPIR-V for Vulkan.
//
//   using (var translator = new Trellis.Translator())
//   using (var program = translator.Read(File.ReadAllBytes("shader.dxil")))
//   using (var module = translator.Translate(program))
//     File.WriteAllBytes("shader.spv", module.Bytes());
//
// Native is the whole C interface, made from its headers; these classes own its objects. The headers explain every field of the options.
using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Trellis {

/// Why a call failed.
public class TranslationException : Exception {
  internal TranslationException(int result, string text, string file, uint line, uint column) : base(text) {
    Result = result;
    File = file;
    Line = line;
    Column = column;
  }

  /// One of Native.TRELLIS_ERROR_...
  public int Result { get; private set; }
  /// The source's file, line and column, if they are known: else empty and 0.
  public string File { get; private set; }
  public uint Line { get; private set; }
  public uint Column { get; private set; }
}

internal static unsafe class Text {
  internal static string Of(byte* text) {
    if (text == null) return "";
    int length = 0;
    while (text[length] != 0) ++length;
    return Encoding.UTF8.GetString(Copy(text, length));
  }

  internal static byte[] Copy(byte* from, int length) {
    var bytes = new byte[length];
    Marshal.Copy((IntPtr)from, bytes, 0, length);
    return bytes;
  }

  internal static string[] List(byte** texts, uint count) {
    var list = new string[count];
    for (uint n = 0; n < count; ++n) list[n] = Of(texts[n]);
    return list;
  }
}

/// Owns an object of the library.
public abstract class Owner : IDisposable {
  protected Owner(IntPtr handle) { Handle = handle; }
  ~Owner() { Dispose(); }

  public void Dispose() {
    if (Handle != IntPtr.Zero) Destroy(Handle);
    Handle = IntPtr.Zero;
    GC.SuppressFinalize(this);
  }

  protected abstract void Destroy(IntPtr handle);

  /// For calls of Native.
  public IntPtr Handle { get; private set; }
}

/// Makes everything else. One thread at a time: keep one for each thread.
public unsafe class Translator : Owner {
  public Translator() : base(Make()) {}

  private static IntPtr Make() {
    IntPtr made;
    if (Native.trellis_translator_create(null, &made) != Native.TRELLIS_SUCCESS) throw new OutOfMemoryException();
    return made;
  }

  protected override void Destroy(IntPtr handle) { Native.trellis_translator_destroy(handle); }

  private void Check(int result) {
    if (result == Native.TRELLIS_SUCCESS) return;
    TrellisError* error = Native.trellis_translator_error(Handle);
    throw new TranslationException(error->result, Text.Of(error->text), Text.Of(error->file), error->line, error->column);
  }

  /// A container, a PDB file from dxc, or LLVM bitcode. The bytes are not needed afterwards.
  public Program Read(byte[] dxil, TrellisReadOptions? options = null) {
    TrellisReadOptions given = options ?? TrellisReadOptions.Init;
    IntPtr program;
    fixed (byte* bytes = dxil) {
      Check(Native.trellis_program_read(Handle, bytes, (UIntPtr)(uint)dxil.Length, &given, &program));
    }
    return new Program(program);
  }

  /// One entry point, or all of them, to one module.
  public Module Translate(Program program, TrellisTranslateOptions? options = null) {
    TrellisTranslateOptions given = options ?? TrellisTranslateOptions.Init;
    IntPtr module;
    Check(Native.trellis_translate(Handle, program.Handle, &given, &module));
    return new Module(module);
  }
}

/// DXIL in memory; read-only, for any number of threads and translations.
public unsafe class Program : Owner {
  internal Program(IntPtr handle) : base(handle) {}
  protected override void Destroy(IntPtr handle) { Native.trellis_program_destroy(handle); }

  /// Names, as the program has them.
  public string[] EntryPoints() {
    var names = new string[Native.trellis_program_entry_point_count(Handle)];
    for (uint n = 0; n < names.Length; ++n) {
      TrellisEntryPointInfo info = TrellisEntryPointInfo.Init;
      Native.trellis_program_entry_point(Handle, n, &info);
      names[n] = Text.Of(info.name);
    }
    return names;
  }

  /// JSON, as `trellis --reflect` prints it.
  public string Reflection() { return Text.Of(Native.trellis_program_reflection(Handle)); }
}

/// A SPIR-V module and what is needed to use it.
public unsafe class Module : Owner {
  internal Module(IntPtr handle) : base(handle) {}
  protected override void Destroy(IntPtr handle) { Native.trellis_module_destroy(handle); }

  public byte[] Bytes() {
    UIntPtr count;
    uint* words = Native.trellis_module_words(Handle, &count);
    return Text.Copy((byte*)words, (int)(uint)count * 4);
  }

  /// Their names in the module.
  public string[] EntryPoints() {
    uint count;
    byte** names = Native.trellis_module_entry_points(Handle, &count);
    return Text.List(names, count);
  }

  public string[] Warnings() {
    uint count;
    byte** texts = Native.trellis_module_warnings(Handle, &count);
    return Text.List(texts, count);
  }

  /// SPIR-V assembly.
  public string Disassemble() { return Text.Of(Native.trellis_module_disassemble(Handle)); }
  /// The program's reflection and the module's, as JSON.
  public string Reflection() { return Text.Of(Native.trellis_module_reflection(Handle)); }
}

}  // namespace Trellis
