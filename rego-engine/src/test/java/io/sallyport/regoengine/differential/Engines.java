package io.sallyport.regoengine.differential;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.styra.opa.wasm.OpaAbortException;
import com.styra.opa.wasm.OpaPolicy;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.eval.PreparedPlan;
import io.sallyport.regoengine.eval.Program;
import io.sallyport.regoengine.eval.ToBytecode;
import io.sallyport.regoengine.plan.ParsedPlan;
import io.sallyport.regoengine.plan.Plan;
import io.sallyport.regoengine.run.Evaluable;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.value.ElementIndexes;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoNull;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoValue;
import io.sallyport.regoengine.wasm.LoadedWasm;
import io.sallyport.regoengine.wasm.WasmEngine;
import io.sallyport.regoengine.wasm.WasmProgram;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One batch in every available engine. Confined to one thread. */
final class Engines {
    private static final Limits ROOMY = new Limits(20_000_000, 256 << 20, Limits.MAX_DEPTH, true);
    private static final EvalClock CLOCK = EvalClock.of(InstantSource.fixed(Instant.EPOCH), new Random(1));

    private static final Pattern LACKING = Pattern.compile("opa_builtin - \\S+ doesn't implement builtin\\d");

    private final WasmEngine engine;
    private final RegoValue data;
    private final Program nodes;
    private final Program bytecode;
    private final @Nullable WasmProgram wasm;
    private final @Nullable OpaPolicy javaWasm;

    Engines(Opa.Verdicts verdicts, String data, WasmEngine engine) {
        this.engine = engine;
        this.data = ElementIndexes.in(RegoJson.valueOf(data), 1);
        var plan = new PreparedPlan(plan(verdicts));
        nodes = plan.program(ToBytecode.NEVER);
        bytecode = plan.program(ToBytecode.AT_LOAD);
        String base64 = verdicts.wasm();
        byte[] module = base64 == null ? null : Base64.getDecoder().decode(base64);
        wasm = module == null ? null : wasm(module, engine);
        javaWasm = module == null
                ? null
                : OpaPolicy.builder().withPolicy(module).withMaxMemory(1024).build();
    }

    /** Returns the answer of the WebAssembly of another batch, over the same data. */
    Answer wasm(Opa.Verdicts other, String entrypoint, RegoValue input) {
        byte[] module = Base64.getDecoder().decode(Objects.requireNonNull(other.wasm()));
        return answer(wasm(module, engine).entrypoint(entrypoint), input);
    }

    private static Plan plan(Opa.Verdicts verdicts) {
        ParsedPlan parsed = Plan.parse(verdicts.plan().getBytes(UTF_8));
        assertThat(parsed).isInstanceOf(ParsedPlan.Accepted.class);
        return ((ParsedPlan.Accepted) parsed).plan();
    }

    private static WasmProgram wasm(byte[] module, WasmEngine engine) {
        LoadedWasm loaded = engine.load(module, StandardBuiltins.all());
        assertThat(loaded).isInstanceOf(LoadedWasm.Ready.class);
        return ((LoadedWasm.Ready) loaded).program();
    }

    Answer nodes(String entrypoint, RegoValue input) {
        return answer(nodes.entrypoint(entrypoint), input);
    }

    Answer bytecode(String entrypoint, RegoValue input) {
        return answer(bytecode.entrypoint(entrypoint), input);
    }

    /** Returns null if the batch has no module. */
    @Nullable
    Answer wasm(String entrypoint, RegoValue input) {
        return wasm == null ? null : answer(wasm.entrypoint(entrypoint), input);
    }

    private Answer answer(@Nullable Evaluable asked, RegoValue input) {
        RegoValue given = input instanceof RegoNull ? null : input;
        return Answer.of(Objects.requireNonNull(asked).evaluate(given, data, ROOMY, CLOCK));
    }

    /**
     * Returns the answer of {@code opa-java-wasm} as JSON; null if the batch has no module, or if it lacks a function
     * of the rule.
     */
    @Nullable
    Answer javaWasm(String entrypoint, RegoValue input) {
        if (javaWasm == null) {
            return null;
        }
        String results;
        try {
            javaWasm.entrypoint(entrypoint).data(RegoJson.write(data));
            results = input instanceof RegoNull ? javaWasm.evaluate("") : javaWasm.evaluate(RegoJson.write(input));
        } catch (OpaAbortException e) {
            String words = String.valueOf(e.getMessage());
            return new Answer(words.endsWith("conflict") ? Answer.CONFLICT : words, null, words);
        } catch (RuntimeException e) {
            if (LACKING.matcher(String.valueOf(e.getMessage())).matches()) {
                return null;
            }
            throw e;
        }
        RegoArray all = (RegoArray) RegoJson.valueOf(results);
        return all.size() == 0
                ? new Answer(Answer.UNDEFINED, null, "")
                : new Answer(Answer.DEFINED, ((RegoObject) all.get(0)).get("result"), "");
    }
}
