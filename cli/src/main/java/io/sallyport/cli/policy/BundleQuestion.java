package io.sallyport.cli.policy;

import io.sallyport.cli.command.CliException;
import io.sallyport.policycompiler.author.RegoDiagnostics;
import io.sallyport.policycompiler.bundle.OpaBundle;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.eval.LoadedProgram;
import io.sallyport.regoengine.eval.Program;
import io.sallyport.regoengine.run.Evaluable;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.ElementIndexes;
import io.sallyport.regoengine.value.RegoValue;
import io.sallyport.regoengine.wasm.LoadedWasm;
import io.sallyport.regoengine.wasm.WasmEngine;
import io.sallyport.regoengine.wasm.WasmLimits;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates one document of a bundle that holds a plan or a WebAssembly module, once, with the engine that it targets.
 *
 * @param path of the document, such as {@code sallyport/decision}
 */
record BundleQuestion(OpaBundle bundle, String path, boolean strict) {
    /** Generous limits: an engine that has just started is slow, and only this command waits for it. */
    private static final WasmLimits PATIENT = new WasmLimits(
            WasmLimits.DEFAULT.moduleBytes(),
            WasmLimits.DEFAULT.memoryBytes(),
            WasmLimits.DEFAULT.resultBytes(),
            Duration.ofSeconds(2),
            1);

    Outcome ask(@Nullable RegoValue input, InstantSource wall) throws CliException {
        if (bundle.runsAsWasm()) {
            try (var engine = new WasmEngine(PATIENT, System::nanoTime)) {
                return evaluate(module(engine), input, wall);
            }
        }
        return evaluate(program(plan()), input, wall);
    }

    private Outcome evaluate(Evaluable document, @Nullable RegoValue input, InstantSource wall) {
        Limits limits = strict ? Limits.DEFAULT.strict() : Limits.DEFAULT;
        EvalClock clock = EvalClock.of(wall, new SecureRandom());
        return document.evaluate(input, ElementIndexes.in(bundle.data()), limits, clock);
    }

    private Evaluable module(WasmEngine engine) throws CliException {
        if (bundle.wasm() == null) {
            throw CliException.unusable("the bundle names entrypoints of WebAssembly and holds no policy.wasm");
        }
        byte[] bytes = new byte[bundle.wasm().remaining()];
        bundle.wasm().duplicate().get(bytes);
        return switch (engine.load(bytes, StandardBuiltins.all())) {
            case LoadedWasm.Ready(var program) -> found(program.entrypoint(path), program.entrypoints());
            case LoadedWasm.Refused(String why) -> throw CliException.unusable("policy.wasm: " + why);
        };
    }

    private String plan() throws CliException {
        if (bundle.plan() == null) {
            throw CliException.unusable("the bundle holds no policy");
        }
        return bundle.plan();
    }

    private Evaluable program(String plan) throws CliException {
        return switch (Program.load(plan.getBytes(StandardCharsets.UTF_8))) {
            case LoadedProgram.Ready(Program program) -> found(program.entrypoint(path), program.entrypoints());
            case LoadedProgram.Refused(var errors) ->
                throw CliException.refused(RegoDiagnostics.of(errors, "plan.json"));
        };
    }

    private Evaluable found(@Nullable Evaluable document, Set<String> there) throws CliException {
        if (document == null) {
            throw CliException.unusable("--query: data." + path.replace('/', '.')
                    + " cannot be asked (the bundle was made for " + there + ")");
        }
        return document;
    }
}
