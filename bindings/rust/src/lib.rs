//! Trellis: DXIL, the shader bytecode of Direct3D 12, to SPIR-V for Vulkan.
//!
//! ```no_run
//! let mut translator = trellis::Translator::new();
//! let program = translator.read(&std::fs::read("shader.dxil").unwrap(), None).unwrap();
//! let module = translator.translate(&program, None).unwrap();
//! println!("{} words, {:?}", module.words().len(), module.entry_points());
//! ```
//!
//! `ffi` is the whole C interface, made from its headers; what is here besides owns its objects. The headers explain every field of the options.
pub mod ffi;

use std::ffi::{CStr, CString};
use std::os::raw::{c_char, c_void};
use std::ptr;

/// Why a call failed.
#[derive(Debug, Clone)]
pub struct Error {
    /// One of `ffi::TRELLIS_ERROR_...`.
    pub result: ffi::TrellisResult,
    /// All of it in one line.
    pub text: String,
    /// The source's file, line and column, if they are known: else empty and 0.
    pub file: String,
    pub line: u32,
    pub column: u32,
}

impl std::fmt::Display for Error {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.text)
    }
}

impl std::error::Error for Error {}

/// A string of the library's.
unsafe fn text_of(text: *const c_char) -> String {
    if text.is_null() { String::new() } else { CStr::from_ptr(text).to_string_lossy().into_owned() }
}

/// Makes everything else. One thread at a time: keep one for each thread.
pub struct Translator(*mut ffi::TrellisTranslator);

unsafe impl Send for Translator {}

impl Drop for Translator {
    fn drop(&mut self) {
        unsafe { ffi::trellis_translator_destroy(self.0) }
    }
}

impl Default for Translator {
    fn default() -> Self {
        Self::new()
    }
}

impl Translator {
    /// Panics if there is no memory for it.
    pub fn new() -> Self {
        let mut made = ptr::null_mut();
        let result = unsafe { ffi::trellis_translator_create(ptr::null(), &mut made) };
        assert_eq!(result, ffi::TRELLIS_SUCCESS, "no translator could be made");
        Translator(made)
    }

    fn error(&self) -> Error {
        unsafe {
            let error = &*ffi::trellis_translator_error(self.0);
            Error { result: error.result, text: text_of(error.text), file: text_of(error.file), line: error.line, column: error.column }
        }
    }

    fn check(&self, result: ffi::TrellisResult) -> Result<(), Error> {
        if result == ffi::TRELLIS_SUCCESS { Ok(()) } else { Err(self.error()) }
    }

    /// A container, a PDB file from dxc, or LLVM bitcode. The bytes are not needed afterwards.
    pub fn read(&mut self, dxil: &[u8], options: Option<&ffi::TrellisReadOptions>) -> Result<Program, Error> {
        let mut program = ptr::null_mut();
        let options = options.map_or(ptr::null(), |some| some as *const _);
        let result = unsafe { ffi::trellis_program_read(self.0, dxil.as_ptr() as *const c_void, dxil.len(), options, &mut program) };
        self.check(result).map(|_| Program(program))
    }

    /// One entry point, or all of them, to one module.
    pub fn translate(&mut self, program: &Program, options: Option<&ffi::TrellisTranslateOptions>) -> Result<Module, Error> {
        let mut module = ptr::null_mut();
        let options = options.map_or(ptr::null(), |some| some as *const _);
        let result = unsafe { ffi::trellis_translate(self.0, program.0, options, &mut module) };
        self.check(result).map(|_| Module(module))
    }

    /// For calls of `ffi`.
    pub fn as_ptr(&self) -> *mut ffi::TrellisTranslator {
        self.0
    }
}

/// DXIL in memory; read-only, for any number of threads and translations.
pub struct Program(*mut ffi::TrellisProgram);

unsafe impl Send for Program {}
unsafe impl Sync for Program {}

impl Drop for Program {
    fn drop(&mut self) {
        unsafe { ffi::trellis_program_destroy(self.0) }
    }
}

impl Program {
    /// Names, as the program has them, and stages (`ffi::TRELLIS_STAGE_...`).
    pub fn entry_points(&self) -> Vec<(String, ffi::TrellisStage)> {
        unsafe {
            (0..ffi::trellis_program_entry_point_count(self.0))
                .map(|index| {
                    let mut info = ffi::TrellisEntryPointInfo::default();
                    ffi::trellis_program_entry_point(self.0, index, &mut info);
                    (text_of(info.name), info.stage)
                })
                .collect()
        }
    }

    /// JSON, as `trellis --reflect` prints it.
    pub fn reflection(&self) -> String {
        unsafe { text_of(ffi::trellis_program_reflection(self.0)) }
    }

    pub fn as_ptr(&self) -> *const ffi::TrellisProgram {
        self.0
    }
}

/// A SPIR-V module and what is needed to use it.
pub struct Module(*mut ffi::TrellisModule);

unsafe impl Send for Module {}
unsafe impl Sync for Module {}

impl Drop for Module {
    fn drop(&mut self) {
        unsafe { ffi::trellis_module_destroy(self.0) }
    }
}

impl Module {
    pub fn words(&self) -> &[u32] {
        let mut count = 0;
        unsafe {
            let words = ffi::trellis_module_words(self.0, &mut count);
            std::slice::from_raw_parts(words, count)
        }
    }

    /// Their names in the module.
    pub fn entry_points(&self) -> Vec<String> {
        let mut count = 0;
        unsafe {
            let names = ffi::trellis_module_entry_points(self.0, &mut count);
            (0..count as usize).map(|n| text_of(*names.add(n))).collect()
        }
    }

    pub fn warnings(&self) -> Vec<String> {
        let mut count = 0;
        unsafe {
            let texts = ffi::trellis_module_warnings(self.0, &mut count);
            (0..count as usize).map(|n| text_of(*texts.add(n))).collect()
        }
    }

    /// SPIR-V assembly.
    pub fn disassemble(&self) -> String {
        unsafe { text_of(ffi::trellis_module_disassemble(self.0)) }
    }

    /// The program's reflection and the module's, as JSON.
    pub fn reflection(&self) -> String {
        unsafe { text_of(ffi::trellis_module_reflection(self.0)) }
    }

    pub fn as_ptr(&self) -> *const ffi::TrellisModule {
        self.0
    }
}

/// "0.1.0".
pub fn version() -> String {
    unsafe { text_of(ffi::trellis_version()) }
}

/// Differs between libraries whose modules may differ: part of the key of every cache of modules.
pub fn cache_version() -> String {
    unsafe { text_of(ffi::trellis_cache_version()) }
}

/// A text for an option: it must live as long as the options that point to it.
pub fn c_text(text: &str) -> CString {
    CString::new(text).expect("a text with a zero in it")
}
