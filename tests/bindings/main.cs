// Translates argv[0] to argv[1] for Vulkan 1.1, and tries what can go wrong.
using System;
using System.IO;
using System.Runtime.InteropServices;
using Trellis;

static unsafe class Test {
  static void Check(string name, int size, int expected) {
    if (size != expected) throw new Exception("the size of " + name + " is " + size + ", not " + expected);
  }

  static uint calls = 0;
  static uint Stop(void* user) {
    ++calls;
    return 1;
  }

  static int ResultOf(Action call) {
    try {
      call();
    } catch (TranslationException error) {
      return error.Result;
    }
    return Native.TRELLIS_SUCCESS;
  }

  static void Main(string[] arguments) {
// SIZES
    using (var translator = new Translator())
    using (var program = translator.Read(File.ReadAllBytes(arguments[0]))) {
      TrellisTranslateOptions options = TrellisTranslateOptions.Init;
      options.target = Native.TRELLIS_TARGET_VULKAN_1_1;
      using (var module = translator.Translate(program, options)) {
        File.WriteAllBytes(arguments[1], module.Bytes());
        Console.WriteLine("entry point: " + module.EntryPoints()[0]);
        Console.WriteLine(module.Disassemble().Split('\n')[0]);
        if (!module.Reflection().StartsWith("{") || module.Warnings().Length != 0) throw new Exception("the module's texts are wrong");
      }
      if (program.EntryPoints().Length != 1 || !program.Reflection().StartsWith("{")) throw new Exception("the program's texts are wrong");
      TrellisLimits limits = TrellisLimits.Init;
      limits.max_blocks = 1;
      options.limits = &limits;
      Console.WriteLine("limit: " + ResultOf(() => translator.Translate(program, options)));
      TrellisStopCallback stop = Stop;
      limits.max_blocks = 0;
      limits.stop = Marshal.GetFunctionPointerForDelegate(stop);
      Console.WriteLine("cancelled: " + ResultOf(() => translator.Translate(program, options)));
      GC.KeepAlive(stop);
      if (calls == 0) throw new Exception("nobody asked whether to stop");
      Console.WriteLine("bad input: " + ResultOf(() => translator.Read(new byte[] {1, 2, 3})));
    }
  }
}
