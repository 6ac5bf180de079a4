// TRELLIS_LIB_DIR names the folder of libtrellis.so where the linker does not look by itself.
fn main() {
    println!("cargo:rerun-if-env-changed=TRELLIS_LIB_DIR");
    if let Ok(folder) = std::env::var("TRELLIS_LIB_DIR") {
        println!("cargo:rustc-link-search=native={}", folder);
    }
}
