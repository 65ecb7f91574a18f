//! Measures how long regorus takes for the policy shapes of the benchmark: its interpreter, and its virtual machine.
//!
//!     cargo run --release -- FOLDER...
//!
//! Each FOLDER holds shapes.rego, data.json and input.json. Prints one JSON line for each engine and shape: ns and bytes a decision.

use std::alloc::{GlobalAlloc, Layout, System};
use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use regorus::languages::rego::compiler::Compiler;
use regorus::rvm::vm::RegoVM;
use regorus::{Engine, Rc, Value};

const SHAPES: [&str; 4] = ["globs", "equals", "head", "indexed"];
const MEASURED: Duration = Duration::from_secs(1);

/// The system's allocator, which counts what is asked of it.
struct Counting;

static BYTES: AtomicU64 = AtomicU64::new(0);

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        BYTES.fetch_add(layout.size() as u64, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn main() -> Result<(), Box<dyn Error>> {
    for folder in std::env::args().skip(1) {
        for shape in SHAPES {
            measure(Path::new(&folder), shape)?;
        }
    }
    Ok(())
}

fn measure(folder: &Path, shape: &str) -> Result<(), Box<dyn Error>> {
    let read = |file: &str| std::fs::read_to_string(folder.join(file));
    let data = Value::from_json_str(&read("data.json")?)?;
    let input = Value::from_json_str(&read("input.json")?)?;
    let rules = data["rules"].as_array()?.len();
    let mut engine = Engine::new();
    engine.add_policy("shapes.rego".into(), read("shapes.rego")?)?;
    engine.add_data(data.clone())?;
    let rule: Rc<str> = format!("data.shapes.{shape}").into();
    let policy = engine.compile_with_entrypoint(&rule)?;
    report("regorus", shape, rules, || Ok(policy.eval_with_input(input.clone())?))?;

    let program = Compiler::compile_from_policy(&policy, &[rule.as_ref()])?;
    let mut vm = RegoVM::new();
    vm.load_program(Arc::clone(&program));
    vm.set_data(data)?;
    report("regorus-vm", shape, rules, || {
        vm.set_input(input.clone());
        Ok(vm.execute()?)
    })
}

fn report(
    engine: &str,
    shape: &str,
    rules: usize,
    mut decide: impl FnMut() -> Result<Value, Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let answer = decide()?;
    if answer != Value::from(true) && answer.as_set().map(|found| found.len()).unwrap_or(0) != 1 {
        return Err(format!("{engine}: {shape} says {answer}").into());
    }
    let mut batch = 1u32;
    loop {
        let before = BYTES.load(Ordering::Relaxed);
        let start = Instant::now();
        for _ in 0..batch {
            black_box(decide()?);
        }
        let took = start.elapsed();
        if took >= MEASURED {
            let bytes = (BYTES.load(Ordering::Relaxed) - before) / u64::from(batch);
            let ns = took.as_nanos() as f64 / f64::from(batch);
            println!(
                "{{\"engine\":\"{engine}\",\"shape\":\"{shape}\",\"rules\":{rules},\"ns\":{ns:.1},\"bytes\":{bytes}}}"
            );
            return Ok(());
        }
        let wanted = MEASURED.as_secs_f64() / took.as_secs_f64().max(1e-9);
        batch = (f64::from(batch) * wanted.clamp(2.0, 100.0)) as u32;
    }
}
