package io.sallyport.regoengine.compiler;

import com.dylibso.chicory.runtime.ByteArrayMemory;
import com.dylibso.chicory.runtime.ExportFunction;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.MemoryLimits;
import io.sallyport.regoengine.compiler.opa.OpaMachine;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/** OPA's compiler, translated from wasm to JVM classes at build time. Takes about 17 MiB of memory initially. */
final class OpaInstance implements CompilerInstance {
    private final SealedHost host = new SealedHost();
    private final Memory memory;
    private final ExportFunction allocate;
    private final ExportFunction compile;
    private final ExportFunction release;

    /** @param maxMemoryBytes the heap that it may take, rounded down to 64 KiB */
    OpaInstance(long maxMemoryBytes) {
        WasmModule module = Loaded.MODULE;
        Instance instance = Instance.builder(module)
                .withImportValues(host.importsOf(module))
                .withMachineFactory(OpaMachine::new)
                .withMemoryFactory(ByteArrayMemory::new)
                .withMemoryLimits(limits(module, maxMemoryBytes))
                .withStart(false)
                .build();
        memory = instance.memory();
        allocate = instance.export("allocate");
        compile = instance.export("compile");
        release = instance.export("release");
        instance.export("_initialize").apply();
        instance.export("limit_memory").apply(maxMemoryBytes / 8 * 7);
    }

    @Override
    public byte[] compile(byte[] request) {
        memory.write((int) allocate.apply(request.length)[0], request);
        long answer = compile.apply()[0];
        byte[] bytes = memory.readBytes((int) (answer >>> 32), (int) answer);
        release.apply();
        return bytes;
    }

    @Override
    public long memoryBytes() {
        return (long) memory.pages() * Memory.PAGE_SIZE;
    }

    @Override
    public String lastWords() {
        return host.lastWords();
    }

    private static MemoryLimits limits(WasmModule module, long maxMemoryBytes) {
        int initial = module.memorySection().orElseThrow().getMemory(0).limits().initialPages();
        return new MemoryLimits(initial, Math.max(initial, (int) (maxMemoryBytes / Memory.PAGE_SIZE)));
    }

    /** The module without its functions, which are classes; read once, on the first use of any instance. */
    private static final class Loaded {
        static final WasmModule MODULE = load();

        private static WasmModule load() {
            try (InputStream meta = OpaMachine.class.getResourceAsStream("Opa.meta")) {
                return Parser.parse(Objects.requireNonNull(meta, "Opa.meta"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
