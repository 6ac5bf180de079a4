// Translates argv[1] to argv[2] for Vulkan 1.1, and tries what can go wrong.
use std::os::raw::c_void;
use trellis::ffi::*;

#[allow(dead_code)]
fn check(name: &str, size: usize, expected: usize) {
    assert_eq!(size, expected, "size of {}", name);
}

unsafe extern "C" fn stop(user: *mut c_void) -> u32 {
    *(user as *mut u32) += 1;
    1
}

fn main() {
// SIZES
    let arguments: Vec<String> = std::env::args().collect();
    let bytes = std::fs::read(&arguments[1]).unwrap();
    let mut translator = trellis::Translator::new();
    let program = translator.read(&bytes, None).unwrap();
    let mut options = TrellisTranslateOptions::default();
    options.target = TRELLIS_TARGET_VULKAN_1_1;
    let module = translator.translate(&program, Some(&options)).unwrap();
    let mut out = Vec::new();
    for word in module.words() {
        out.extend_from_slice(&word.to_ne_bytes());
    }
    std::fs::write(&arguments[2], out).unwrap();
    println!("entry point: {}", module.entry_points()[0]);
    println!("{}", module.disassemble().lines().next().unwrap());
    assert_eq!(program.entry_points().len(), 1);
    assert!(module.reflection().starts_with('{') && program.reflection().starts_with('{'));
    assert!(module.warnings().is_empty());

    let mut limits = TrellisLimits::default();
    limits.max_blocks = 1;
    options.limits = &limits;
    println!("limit: {}", translator.translate(&program, Some(&options)).err().unwrap().result);
    let mut calls: u32 = 0;
    limits = TrellisLimits::default();
    limits.stop = Some(stop);
    limits.stop_user = &mut calls as *mut u32 as *mut c_void;
    options.limits = &limits;
    println!("cancelled: {}", translator.translate(&program, Some(&options)).err().unwrap().result);
    assert!(calls > 0);
    let error = translator.read(b"nonsense", None).err().unwrap();
    println!("bad input: {} ({})", error.result, error);
    assert_eq!(trellis::cache_version().len(), 32);
    assert_eq!(trellis::version().split('.').count(), 3);
}
