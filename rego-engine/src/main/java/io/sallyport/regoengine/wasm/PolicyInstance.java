package io.sallyport.regoengine.wasm;

import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.runtime.ImportMemory;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.FunctionImport;
import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.MemoryLimits;
import io.sallyport.regoengine.builtin.TermTexts;
import io.sallyport.regoengine.value.RegoValue;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One instance of a module: its memory, the data loaded into it, and its entrypoints. One evaluation at a time. */
final class PolicyInstance {
    private static final int ALIGNMENT = 8;
    private static final int CHUNK = 4096;
    private static final int WITH_SETS = 1;
    private static final byte[] EMPTY_OBJECT = {'{', '}'};
    private static final long[] UNDEFINED = {0};
    private static final long[] NOTHING = {};

    private final WatchedMemory memory;
    private final Instance instance;
    private final int maxText;
    private final int emptyHeap;
    private int dataAddress;
    private int heapAfterData;
    private BitSet cameTo = new BitSet();
    private @Nullable RegoValue data;
    private @Nullable HostBuiltins builtins;

    PolicyInstance(PolicyModule module, WasmLimits limits) {
        maxText = limits.resultBytes();
        memory = new WatchedMemory(new MemoryLimits(module.initialPages(), limits.memoryBytes() / Memory.PAGE_SIZE));
        instance = Instance.builder(module.module())
                .withImportValues(imports(module.module()))
                .withMachineFactory(module.machines())
                .build();
        emptyHeap = call("opa_heap_ptr_get");
    }

    /** Returns a table of the module: its entrypoints, or the functions that it imports. */
    RegoValue table(String export) {
        return dump(call(export));
    }

    /**
     * Loads {@code wanted} unless it is loaded already; equal data in another object are loaded again, which only costs
     * time.
     */
    @SuppressWarnings("ReferenceEquality")
    void load(RegoValue wanted) {
        if (data == wanted) {
            return;
        }
        data = null;
        call("opa_heap_ptr_set", emptyHeap);
        dataAddress = parse(wanted);
        heapAfterData = call("opa_heap_ptr_get");
        data = wanted;
    }

    /**
     * Returns the answer of the entrypoint over the loaded data: a set of bindings.
     *
     * @param input JSON; empty for none
     */
    RegoValue evaluate(int entrypoint, byte[] input, HostBuiltins functions) {
        builtins = functions;
        try {
            reserve(heapAfterData + input.length);
            memory.write(heapAfterData, input);
            int heap = Math.ceilDiv(heapAfterData + input.length, ALIGNMENT) * ALIGNMENT;
            int text = call("opa_eval", 0, entrypoint, dataAddress, heapAfterData, input.length, heap, WITH_SETS);
            return TermReader.read(text(text));
        } finally {
            builtins = null;
        }
    }

    /**
     * Returns the same, by the steps of which {@code opa_eval} makes one, with a value in the place of each that is
     * missing in the input. Each value begins with its type, which is read first: {@link #cameTo} says of which.
     */
    RegoValue evaluate(int entrypoint, byte[] input, List<byte[]> missing, HostBuiltins functions) {
        builtins = functions;
        try {
            call("opa_heap_ptr_set", heapAfterData);
            int whole = parse(input);
            int[] values = new int[missing.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = parse(EMPTY_OBJECT);
                if (call("opa_value_add_path", whole, parse(missing.get(i)), values[i]) != 0) {
                    throw new WasmAbort("a value was not taken into the input");
                }
            }
            int context = call("opa_eval_ctx_new");
            call("opa_eval_ctx_set_input", context, whole);
            call("opa_eval_ctx_set_data", context, dataAddress);
            call("opa_eval_ctx_set_entrypoint", context, entrypoint);
            memory.watch(values);
            call("eval", context);
            int answer = call("opa_value_dump", call("opa_eval_ctx_get_result", context));
            cameTo = memory.read(); // the answer may hold one that nothing had read before
            memory.watch();
            return TermReader.read(text(answer));
        } finally {
            builtins = null;
        }
    }

    /** Which of the missing values the last evaluation read, by their places. */
    BitSet cameTo() {
        return cameTo;
    }

    private void reserve(int bytes) {
        int missing = Math.ceilDiv(bytes, Memory.PAGE_SIZE) - memory.pages();
        if (missing > 0 && memory.grow(missing) < 0) {
            throw new WasmAbort("no memory for the input");
        }
    }

    private int call(String export, long... operands) {
        long[] results = instance.export(export).apply(operands);
        return results == null || results.length == 0 ? 0 : (int) results[0];
    }

    private RegoValue dump(int address) {
        int text = call("opa_value_dump", address);
        RegoValue value = TermReader.read(text(text));
        call("opa_free", text);
        return value;
    }

    private int parse(RegoValue value) {
        return parse(TermTexts.of(value).getBytes(StandardCharsets.UTF_8));
    }

    private int parse(byte[] text) {
        int address = call("opa_malloc", text.length);
        memory.write(address, text);
        int parsed = call("opa_value_parse", address, text.length);
        call("opa_free", address);
        if (parsed == 0) {
            throw new WasmAbort("a value was not taken");
        }
        return parsed;
    }

    /** Returns the zero-terminated text at {@code address}. */
    private String text(int address) {
        int end = Math.min(memory.pages() * Memory.PAGE_SIZE, address + maxText);
        for (int from = address; address > 0 && from < end; from += CHUNK) {
            byte[] chunk = memory.readBytes(from, Math.min(CHUNK, end - from));
            for (int i = 0; i < chunk.length; i++) {
                if (chunk[i] == 0) {
                    return decoded(memory.readBytes(address, from + i - address));
                }
            }
        }
        throw new WasmAbort("no text, or one of more than " + maxText + " bytes");
    }

    private static String decoded(byte[] utf8) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(utf8))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new MalformedTerm("not UTF-8");
        }
    }

    private ImportValues imports(WasmModule module) {
        var imports = ImportValues.builder().addMemory(new ImportMemory("env", "memory", memory));
        module.importSection().stream()
                .filter(FunctionImport.class::isInstance)
                .map(FunctionImport.class::cast)
                .map(wanted -> function(wanted.name(), module.typeSection().getType(wanted.typeIndex())))
                .forEach(imports::addFunction);
        return imports.build();
    }

    private HostFunction function(String name, FunctionType type) {
        return new HostFunction("env", name, type, (_, operands) -> switch (name) {
            case "opa_abort" -> throw new WasmAbort(text((int) operands[0]));
            case "opa_println" -> NOTHING;
            default -> builtin(operands);
        });
    }

    /** The operands are the function's number, an unused context, and the function's own operands. */
    private long[] builtin(long[] operands) {
        HostBuiltins functions = builtins;
        if (functions == null) {
            throw new WasmAbort("a function was called outside of an evaluation");
        }
        RegoValue[] values = Arrays.stream(operands)
                .skip(2)
                .mapToObj(address -> dump((int) address))
                .toArray(RegoValue[]::new);
        RegoValue answer = functions.call((int) operands[0], values);
        return answer == null ? UNDEFINED : new long[] {parse(answer)};
    }
}
