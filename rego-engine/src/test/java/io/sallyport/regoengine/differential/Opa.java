package io.sallyport.regoengine.differential;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.compiler.OpaTool;
import io.sallyport.regoengine.value.JsonLimits;
import io.sallyport.regoengine.value.ParsedJson;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** OPA in one process for all batches (program {@code differential} next to OPA's compiler). */
final class Opa {
    private static final Path MODULE = Path.of("opa-compiler");
    private static final Path PROGRAM = Path.of("target/differential-opa").toAbsolutePath();
    private static final JsonLimits ROOMY = new JsonLimits(1L << 30, 1000);

    private Opa() {}

    /**
     * OPA's results for a batch.
     *
     * @param rejected modules that do not compile
     * @param plan JSON
     * @param wasm the module, in base64
     * @param answers by entrypoint, one per input
     */
    record Verdicts(
            RegoObject rejected, String plan, @Nullable String wasm, Map<String, List<Answer>> answers) {}

    /** Builds the program, which is fast if Go has it in its cache. */
    static void build() throws Exception {
        OpaTool.run(MODULE, List.of("go", "build", "-mod=readonly", "-o", PROGRAM.toString(), "./differential"));
    }

    /** Returns OPA's functions by name, with {@code decl} and {@code nondeterministic}. */
    static Map<String, RegoObject> declarations() throws Exception {
        Map<String, RegoObject> all = new HashMap<>();
        RegoObject told = (RegoObject) parsed(
                OpaTool.run(MODULE, List.of(PROGRAM.toString(), "declarations")).getBytes(UTF_8));
        told.forEach((name, declaration) -> all.put(((RegoString) name).text(), (RegoObject) declaration));
        return all;
    }

    static List<Verdicts> ask(List<Batch> batches) throws Exception {
        Process process = new ProcessBuilder(PROGRAM.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        RegoValue[] asked = batches.stream().map(Batch::toValue).toArray(RegoValue[]::new);
        try (OutputStream in = process.getOutputStream()) {
            in.write(RegoJson.write(RegoArray.of(asked)).getBytes(UTF_8));
        }
        byte[] out = process.getInputStream().readAllBytes();
        assertThat(process.waitFor()).isZero();
        RegoArray told = (RegoArray) parsed(out);
        List<Verdicts> verdicts = new ArrayList<>();
        for (int i = 0; i < told.size(); i++) {
            verdicts.add(verdicts((RegoObject) told.get(i)));
        }
        return verdicts;
    }

    private static Verdicts verdicts(RegoObject told) {
        Map<String, List<Answer>> answers = new HashMap<>();
        object(told, "answers").forEach((entrypoint, listed) -> {
            List<Answer> all = new ArrayList<>();
            for (int i = 0; i < ((RegoArray) listed).size(); i++) {
                all.add(Answer.ofOpa((RegoObject) ((RegoArray) listed).get(i)));
            }
            answers.put(((RegoString) entrypoint).text(), all);
        });
        String wasm = told.get("wasm") instanceof RegoString text ? text.text() : null;
        String plan = ((RegoString) Objects.requireNonNull(told.get("plan"))).text();
        return new Verdicts(object(told, "rejected"), plan, wasm, answers);
    }

    private static RegoObject object(RegoObject told, String field) {
        return (RegoObject) Objects.requireNonNull(told.get(field), field);
    }

    private static RegoValue parsed(byte[] json) {
        ParsedJson read = RegoJson.parse(json, ROOMY);
        assertThat(read).isInstanceOf(ParsedJson.Accepted.class);
        return ((ParsedJson.Accepted) read).value();
    }
}
