package io.sallyport.regoengine.wasm;

import com.dylibso.chicory.compiler.InterpreterFallback;
import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.ActiveDataSegment;
import com.dylibso.chicory.wasm.types.FunctionImport;
import com.dylibso.chicory.wasm.types.Import;
import com.dylibso.chicory.wasm.types.Instruction;
import com.dylibso.chicory.wasm.types.MemoryImport;
import com.dylibso.chicory.wasm.types.OpCode;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A checked module, and its functions as JVM classes, which have a class loader of their own and are unloaded with it.
 * Immutable.
 */
record PolicyModule(WasmModule module, Function<Instance, Machine> machines, int initialPages) {
    private static final String HOST = "env";
    private static final Set<String> FUNCTIONS = Set.of(
            "opa_abort", "opa_println", "opa_builtin0", "opa_builtin1", "opa_builtin2", "opa_builtin3", "opa_builtin4");

    /** The required exports; version 1.2 of OPA's ABI and later have all of them. */
    private static final Set<String> EXPORTS = Set.of(
            "eval",
            "opa_eval",
            "opa_eval_ctx_get_result",
            "opa_eval_ctx_new",
            "opa_eval_ctx_set_data",
            "opa_eval_ctx_set_entrypoint",
            "opa_eval_ctx_set_input",
            "opa_malloc",
            "opa_free",
            "opa_value_add_path",
            "opa_value_parse",
            "opa_value_dump",
            "opa_heap_ptr_get",
            "opa_heap_ptr_set",
            "entrypoints",
            "builtins");

    /** The maximum size of all tables together; OPA's own have a few hundred entries. */
    private static final long MAX_TABLE = 65_536;

    /**
     * Parses and compiles {@code wasm}; takes some hundred milliseconds.
     *
     * @throws UnusableModule if OPA did not write it, or if it requires more than {@code limits}
     */
    static PolicyModule of(byte[] wasm, WasmLimits limits) {
        if (wasm.length > limits.moduleBytes()) {
            throw new UnusableModule("%d bytes (limit %d)".formatted(wasm.length, limits.moduleBytes()));
        }
        WasmModule module = Parser.parse(wasm);
        requireImports(module);
        requireExports(module);
        requireSmallTables(module);
        return new PolicyModule(
                module,
                MachineFactoryCompiler.builder(module)
                        .withInterpreterFallback(InterpreterFallback.SILENT)
                        .compile(),
                initialPages(module, limits));
    }

    private static void requireImports(WasmModule module) {
        for (int i = 0; i < module.importSection().importCount(); i++) {
            Import wanted = module.importSection().getImport(i);
            boolean isKnown = switch (wanted) {
                case MemoryImport _ -> wanted.name().equals("memory");
                case FunctionImport _ -> FUNCTIONS.contains(wanted.name());
                default -> false;
            };
            if (!isKnown || !wanted.module().equals(HOST)) {
                throw new UnusableModule("asks for " + wanted.module() + "." + wanted.name() + ", which is not there");
            }
        }
    }

    private static void requireExports(WasmModule module) {
        Set<String> there = IntStream.range(0, module.exportSection().exportCount())
                .mapToObj(i -> module.exportSection().getExport(i).name())
                .collect(Collectors.toSet());
        EXPORTS.stream()
                .sorted()
                .filter(name -> !there.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new UnusableModule("has no function " + name + " (expected: ABI 1.2 or 1.3 of OPA)");
                });
    }

    private static void requireSmallTables(WasmModule module) {
        long places = IntStream.range(0, module.tableSection().tableCount())
                .mapToLong(i -> module.tableSection().getTable(i).limits().min())
                .sum();
        if (places > MAX_TABLE) {
            throw new UnusableModule("tables of %d places (limit %d)".formatted(places, MAX_TABLE));
        }
    }

    private static int initialPages(WasmModule module, WasmLimits limits) {
        int pages = module.importSection().stream()
                .filter(MemoryImport.class::isInstance)
                .mapToInt(wanted -> ((MemoryImport) wanted).limits().initialPages())
                .sum();
        boolean hasOwn =
                module.memorySection().map(own -> own.memoryCount() > 0).orElse(false);
        int most = limits.memoryBytes() / Memory.PAGE_SIZE;
        long needed = Math.max(pages, pagesOfData(module));
        if (pages < 1 || needed > most || hasOwn) {
            throw new UnusableModule(
                    "memory of %d pages (expected: one that is given, at most %d)".formatted(needed, most));
        }
        return (int) needed;
    }

    /** OPA's compiler (1.22) may declare one page less than it then fills. */
    private static long pagesOfData(WasmModule module) {
        return Arrays.stream(module.dataSection().dataSegments())
                .filter(ActiveDataSegment.class::isInstance)
                .mapToLong(segment -> end((ActiveDataSegment) segment))
                .map(end -> Math.ceilDiv(end, Memory.PAGE_SIZE))
                .max()
                .orElse(0);
    }

    /** Returns 0 if the segment does not begin at a constant; writing it then succeeds only if there is space. */
    private static long end(ActiveDataSegment segment) {
        Instruction begin = segment.offsetInstructions().getFirst();
        return begin.opcode() == OpCode.I32_CONST
                ? Integer.toUnsignedLong((int) begin.operand(0)) + segment.data().length
                : 0;
    }
}
