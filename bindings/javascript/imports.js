// For Emscripten alone: that these functions come from the host (src/instance.ts), so that it reports others as undefined.
mergeInto(LibraryManager.library, { ask_bind() {}, ask_locate() {}, ask_stop() {} });
