package io.sallyport.regoengine.compiler;

import com.dylibso.chicory.runtime.ByteArrayMemory;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.Instruction;
import io.sallyport.regoengine.compiler.opa.OpaMachine;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * A step of the build: initialises OPA's compiler and writes its {@link CompilerImage} and the module that belongs to
 * it. That module has no data, since the image has it, and only traps in the initialisers that are too large for a JVM
 * method ({@code Translate.java}): Go runs an initialiser once. Without both it is a hundredth as large.
 */
final class CompilerImageBuilder {
    private final SealedHost host = new SealedHost();
    private final IdentityHashMap<Instruction, Integer> firstInstructions = new IdentityHashMap<>();
    private final Set<Integer> interpreted = new HashSet<>();
    private final Instance instance;

    /** Initialises an instance, and notes which functions the interpreter ran. */
    CompilerImageBuilder(WasmModule module) {
        for (int i = 0; i < module.codeSection().functionBodyCount(); i++) {
            firstInstructions.put(
                    module.codeSection().getFunctionBody(i).instructions().getFirst(), i);
        }
        instance = Instance.builder(module)
                .withImportValues(host.importsOf(module))
                .withMachineFactory(OpaMachine::new)
                .withMemoryFactory(ByteArrayMemory::new)
                .withUnsafeExecutionListener((instruction, _) -> note(instruction))
                .withStart(false)
                .build();
        instance.export("_initialize").apply();
    }

    /** Takes the path of Chicory's module, without the functions that are classes, and the folder to write to. */
    static void main(String... args) throws IOException {
        byte[] meta = Files.readAllBytes(Path.of(args[0]));
        Path folder = Path.of(args[1]);
        var initialised = new CompilerImageBuilder(Parser.parse(meta));
        Files.write(folder.resolve(OpaInstance.MODULE), WasmSections.withoutDataAnd(initialised.interpreted, meta));
        initialised.write(folder.resolve(OpaInstance.IMAGE));
    }

    private void note(Instruction instruction) {
        Integer function = firstInstructions.get(instruction);
        if (function != null) {
            interpreted.add(function);
        }
    }

    private void write(Path image) throws IOException {
        try (var out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(image)))) {
            CompilerImage.write(instance, host.nanos(), out);
        }
    }
}
