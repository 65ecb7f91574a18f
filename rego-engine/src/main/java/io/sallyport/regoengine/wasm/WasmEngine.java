package io.sallyport.regoengine.wasm;

import com.dylibso.chicory.wasm.ChicoryException;
import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.Builtins;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** Loads modules as programs and limits how long they run. Safe for concurrent use; has one thread of its own. */
public final class WasmEngine implements AutoCloseable {
    private final WasmWatchdog watchdog;
    private final WasmLimits limits;

    /** @param nanoClock elapsed nanoseconds */
    public WasmEngine(WasmLimits limits, LongSupplier nanoClock) {
        this.limits = limits;
        this.watchdog = new WasmWatchdog(nanoClock);
    }

    /**
     * Loads a module as written by {@code opa build -t wasm}; refuses one that imports a function that is not in {@code
     * builtins}. Takes some hundred milliseconds.
     */
    public LoadedWasm load(byte[] wasm, Builtins builtins) {
        try {
            return load(PolicyModule.of(wasm, limits), builtins);
        } catch (UnusableModule | MalformedTerm | WasmAbort e) {
            return new LoadedWasm.Refused("no policy of OPA: " + e.getMessage());
        } catch (ChicoryException e) {
            return new LoadedWasm.Refused("no module of WebAssembly that can be run: " + e.getMessage());
        } catch (StackOverflowError | RuntimeException | LinkageError e) {
            return new LoadedWasm.Refused("no module of WebAssembly that can be run: " + e);
        }
    }

    /** Runs code of the module for the first time, under the watchdog, because it may not terminate. */
    private LoadedWasm load(PolicyModule module, Builtins builtins) {
        try (WasmWatchdog.Watch _ = watchdog.watch(limits.time().multipliedBy(WasmProgram.LOADING))) {
            PolicyInstance first = new PolicyInstance(module, limits);
            Map<String, Integer> entrypoints = numbers(first.table("entrypoints"));
            Map<Integer, Builtin> functions = new HashMap<>();
            for (var wanted : numbers(first.table("builtins")).entrySet()) {
                Builtin builtin = builtins.find(wanted.getKey());
                if (builtin == null) {
                    return new LoadedWasm.Refused("there is no function " + wanted.getKey() + " in this engine");
                }
                functions.put(wanted.getValue(), builtin);
            }
            return new LoadedWasm.Ready(new WasmProgram(module, entrypoints, functions, limits, watchdog));
        }
    }

    private static Map<String, Integer> numbers(RegoValue table) {
        if (!(table instanceof RegoObject object)) {
            throw new UnusableModule("its table is no object");
        }
        Map<String, Integer> numbers = new HashMap<>();
        object.forEach((key, value) -> {
            if (!(key instanceof RegoString name) || !(value instanceof RegoNumber number) || !number.isLong()) {
                throw new UnusableModule("its table holds more than names and numbers");
            }
            numbers.put(name.text(), Math.toIntExact(number.longValue()));
        });
        return numbers;
    }

    /** Stops the thread; running evaluations are no longer watched. */
    @Override
    public void close() {
        watchdog.close();
    }
}
