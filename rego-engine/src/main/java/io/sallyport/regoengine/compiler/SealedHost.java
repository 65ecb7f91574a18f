package io.sallyport.regoengine.compiler;

import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.runtime.WasmFunctionHandle;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.FunctionImport;
import com.dylibso.chicory.wasm.types.FunctionType;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;

/**
 * The environment of the compiler, as WASI preview 1: no arguments, no environment variables, no files, a clock that
 * counts its readings, random bytes that are the same in every run, and a bounded standard error. Therefore the same
 * request always has the same answer, and a flaw in the code inside cannot reach anything. Confined to one thread.
 */
final class SealedHost {
    private static final int SUCCESS = 0;
    private static final int BAD_DESCRIPTOR = 8;
    private static final long FIRST_NANOS = 1_000_000_000L;
    private static final long NANOS_A_READING = 1_000;
    private static final long SEED = 0x5a11_9047L;
    private static final int STANDARD_ERROR = 2;
    private static final int MAX_LAST_WORDS = 2048;
    private static final int SUBSCRIPTION_BYTES = 48;
    private static final int EVENT_BYTES = 32;

    private final Map<String, WasmFunctionHandle> functions = Map.of(
            "args_sizes_get", (instance, a) -> writeZeros(instance.memory(), a),
            "environ_sizes_get", (instance, a) -> writeZeros(instance.memory(), a),
            "args_get", (_, _) -> result(SUCCESS),
            "environ_get", (_, _) -> result(SUCCESS),
            "sched_yield", (_, _) -> result(SUCCESS),
            "clock_time_get", (instance, a) -> readClock(instance.memory(), (int) a[2]),
            "random_get", (instance, a) -> fill(instance.memory(), (int) a[0], (int) a[1]),
            "fd_write", this::write,
            "poll_oneoff", this::sleep,
            "proc_exit", (_, a) -> exit((int) a[0]));

    private final Random random = new Random(SEED);
    private final ByteArrayOutputStream lastWords = new ByteArrayOutputStream();
    private long nanos;

    SealedHost() {
        this(FIRST_NANOS);
    }

    /**
     * @param nanos the clock's last reading; random bytes begin anew, as Go's runtime takes its seeds when it starts
     */
    SealedHost(long nanos) {
        this.nanos = nanos;
    }

    /** Returns the clock's last reading. */
    long nanos() {
        return nanos;
    }

    /** Returns a function for each import of the module; functions that are not provided fail. */
    ImportValues importsOf(WasmModule module) {
        var imports = ImportValues.builder();
        module.importSection().stream()
                .filter(FunctionImport.class::isInstance)
                .map(FunctionImport.class::cast)
                .map(wanted -> function(wanted, module.typeSection().getType(wanted.typeIndex())))
                .forEach(imports::addFunction);
        return imports.build();
    }

    /** Returns the beginning of what was written to standard error. */
    String lastWords() {
        return lastWords.toString(StandardCharsets.UTF_8);
    }

    private HostFunction function(FunctionImport wanted, FunctionType type) {
        WasmFunctionHandle handle = functions.getOrDefault(wanted.name(), (_, _) -> result(BAD_DESCRIPTOR));
        return new HostFunction(wanted.module(), wanted.name(), type, handle);
    }

    private static long[] result(int errno) {
        return new long[] {errno};
    }

    private static long[] writeZeros(Memory memory, long... addresses) {
        for (long address : addresses) {
            memory.writeI32((int) address, 0);
        }
        return result(SUCCESS);
    }

    private long[] readClock(Memory memory, int address) {
        nanos += NANOS_A_READING;
        memory.writeLong(address, nanos);
        return result(SUCCESS);
    }

    private long[] fill(Memory memory, int address, int length) {
        var bytes = new byte[length];
        random.nextBytes(bytes);
        memory.write(address, bytes);
        return result(SUCCESS);
    }

    private long[] write(Instance instance, long... a) {
        Memory memory = instance.memory();
        int vectors = (int) a[1];
        int written = 0;
        for (int i = 0; i < a[2]; i++) {
            int length = memory.readInt(vectors + 8 * i + 4);
            keep(memory, (int) a[0], memory.readInt(vectors + 8 * i), length);
            written += length;
        }
        memory.writeI32((int) a[3], written);
        return result(SUCCESS);
    }

    private void keep(Memory memory, int descriptor, int address, int length) {
        int room = Math.min(length, MAX_LAST_WORDS - lastWords.size());
        if (descriptor == STANDARD_ERROR && room > 0) {
            lastWords.writeBytes(memory.readBytes(address, room));
        }
    }

    /** Sleeping advances the clock: every timer that is waited for has expired. */
    private long[] sleep(Instance instance, long... a) {
        Memory memory = instance.memory();
        int events = 0;
        for (int i = 0; i < a[2]; i++) {
            int subscription = (int) a[0] + SUBSCRIPTION_BYTES * i;
            if (memory.read(subscription + 8) != 0) {
                continue; // a file descriptor; there are none
            }
            boolean absolute = (memory.readInt(subscription + 40) & 1) != 0;
            long timeout = memory.readLong(subscription + 24);
            nanos = Math.max(nanos, absolute ? timeout : nanos + timeout);
            ring(memory, (int) a[1] + EVENT_BYTES * events++, memory.readLong(subscription));
        }
        memory.writeI32((int) a[3], events);
        return result(SUCCESS);
    }

    private static void ring(Memory memory, int event, long userData) {
        memory.fill((byte) 0, event, event + EVENT_BYTES);
        memory.writeLong(event, userData);
    }

    private static long[] exit(int status) {
        throw new CompilerExit(status);
    }
}
