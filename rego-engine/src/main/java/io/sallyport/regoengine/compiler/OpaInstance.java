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

/**
 * OPA's compiler, translated from wasm to JVM classes and initialised at build time ({@link CompilerImage}). Takes
 * about 18 MiB of memory initially.
 */
final class OpaInstance implements CompilerInstance {
    /** The resources beside the classes. */
    static final String MODULE = "Opa.wasm";

    static final String IMAGE = "Opa.image";

    private final SealedHost host;
    private final Memory memory;
    private final ExportFunction allocate;
    private final ExportFunction compile;
    private final ExportFunction release;

    /** @param maxMemoryBytes the heap that it may take, rounded down to 64 KiB */
    OpaInstance(long maxMemoryBytes) {
        try (var image = new CompilerImage(resource(IMAGE))) {
            host = new SealedHost(image.nanos());
            Instance instance = Instance.builder(Loaded.MODULE)
                    .withImportValues(host.importsOf(Loaded.MODULE))
                    .withMachineFactory(OpaMachine::new)
                    .withMemoryFactory(ByteArrayMemory::new)
                    .withMemoryLimits(limits(image.pages(), maxMemoryBytes))
                    .withStart(false)
                    .build();
            image.restore(instance);
            memory = instance.memory();
            allocate = instance.export("allocate");
            compile = instance.export("compile");
            release = instance.export("release");
            instance.export("limit_memory").apply(maxMemoryBytes / 8 * 7);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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

    private static MemoryLimits limits(int pages, long maxMemoryBytes) {
        return new MemoryLimits(pages, Math.max(pages, (int) (maxMemoryBytes / Memory.PAGE_SIZE)));
    }

    private static InputStream resource(String name) {
        return Objects.requireNonNull(OpaMachine.class.getResourceAsStream(name), name);
    }

    /** The module without its functions, which are classes; read once, on the first use of any instance. */
    private static final class Loaded {
        /** Not validated: the classes that it belongs to are not either, and come from the same build. */
        static final WasmModule MODULE =
                Parser.builder().withValidation(false).build().parse(() -> resource(OpaInstance.MODULE));
    }
}
