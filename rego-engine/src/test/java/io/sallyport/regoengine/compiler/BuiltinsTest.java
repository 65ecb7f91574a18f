package io.sallyport.regoengine.compiler;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.compiler.CompileOutcome.Compiled;
import io.sallyport.regoengine.eval.LoadedProgram;
import io.sallyport.regoengine.eval.Program;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Each expression of {@code builtins/expressions.txt} has the same value as in real OPA, or is undefined in both. */
class BuiltinsTest {
    private static final Limits ROOMY = new Limits(10_000_000, 64 << 20, Limits.MAX_DEPTH, false);
    private static final EvalClock CLOCK = EvalClock.of(InstantSource.fixed(Instant.EPOCH), new Random(1));

    /** Functions that are excluded by design. */
    private static final Set<String> REFUSED =
            Set.of("http.send", "net.lookup_ip_addr", "opa.runtime", "rego.parse_module");

    /** Functions that the compiler inserts for something else, or removes. */
    private static final Set<String> COMPILED_AWAY = Set.of(
            "assign",
            "eq",
            "internal.print",
            "internal.template_string",
            "internal.test_case",
            "print",
            "rego.metadata.chain",
            "rego.metadata.rule");

    @TempDir
    Path folder;

    @Test
    void everyBuiltinOfOpaIsThereOrRefused() throws Exception {
        Set<String> missing = new TreeSet<>(declared().keySet());
        missing.removeAll(REFUSED);
        missing.removeAll(COMPILED_AWAY);
        missing.removeAll(StandardBuiltins.all().names());
        assertThat(missing).isEmpty();
        assertThat(StandardBuiltins.all().names()).doesNotContainAnyElementsOf(REFUSED);
    }

    @Test
    void everyBuiltinIsCompared() throws Exception {
        String all = String.join("\n", expressions());
        Set<String> missing = new TreeSet<>();
        declared().forEach((name, builtin) -> {
            boolean gone = REFUSED.contains(name) || COMPILED_AWAY.contains(name);
            boolean old = builtin.get("deprecated") != null; // no policy of version 1 can name it
            String written = builtin.get("infix") instanceof RegoString infix ? " " + infix.text() + " " : name + "(";
            if (!gone && !old && !all.contains(written)) {
                missing.add(name);
            }
        });
        assertThat(missing).isEmpty();
    }

    /** Returns OPA's descriptions of its builtins, by name. */
    private static Map<String, RegoObject> declared() throws Exception {
        String json = OpaTool.run(Path.of("."), List.of(OpaTool.program(), "capabilities", "--current"));
        RegoArray builtins = (RegoArray) in(RegoJson.valueOf(json), "builtins");
        Map<String, RegoObject> declared = new TreeMap<>();
        for (int i = 0; i < builtins.size(); i++) {
            declared.put(((RegoString) in(builtins.get(i), "name")).text(), (RegoObject) builtins.get(i));
        }
        assertThat(declared).hasSizeGreaterThan(200);
        return declared;
    }

    @Test
    void sayWhatOpaSays() throws Exception {
        List<String> expressions = expressions();
        String rego = rego(expressions);
        RegoObject opas = opas(rego);
        RegoObject ours = ours(rego);
        assertThat(opas.size()).isGreaterThan(expressions.size() / 2);
        assertAll(IntStream.range(0, expressions.size())
                .mapToObj(i -> (Executable) () -> assertThat(String.valueOf(ours.get("r" + i)))
                        .as(expressions.get(i))
                        .isEqualTo(String.valueOf(opas.get("r" + i)))));
    }

    private static List<String> expressions() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(BuiltinsTest.class.getResourceAsStream("/builtins/expressions.txt"))) {
            return new String(in.readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        }
    }

    private static String rego(List<String> expressions) {
        StringBuilder rego = new StringBuilder("package t\n");
        for (int i = 0; i < expressions.size(); i++) {
            rego.append("\nr")
                    .append(i)
                    .append(" := ")
                    .append(expressions.get(i))
                    .append('\n');
        }
        return rego.toString();
    }

    private RegoObject opas(String rego) throws Exception {
        Path file = Files.writeString(folder.resolve("t.rego"), rego);
        String json =
                OpaTool.run(folder, List.of(OpaTool.program(), "eval", "-f", "json", "-d", file.toString(), "data.t"));
        RegoArray results = (RegoArray) in(RegoJson.valueOf(json), "result");
        RegoArray expressions = (RegoArray) in(results.get(0), "expressions");
        return (RegoObject) in(expressions.get(0), "value");
    }

    private static RegoValue in(RegoValue object, String key) {
        return Objects.requireNonNull(((RegoObject) object).get(key), key);
    }

    private static RegoObject ours(String rego) {
        CompileOutcome outcome = AnswerJson.read(
                NativeCompiler.compile(RequestJson.write(CompileRequest.of(RegoSamples.one(rego), List.of("t")))));
        assertThat(outcome).isInstanceOf(Compiled.class);
        var loaded = Program.load(((Compiled) outcome).planJson().getBytes(UTF_8));
        assertThat(loaded).isInstanceOf(LoadedProgram.Ready.class);
        Program program = ((LoadedProgram.Ready) loaded).program();
        Outcome answer = program.evaluate("t", null, RegoJson.valueOf("{}"), ROOMY, CLOCK);
        assertThat(answer).isInstanceOf(Outcome.Defined.class);
        return (RegoObject) ((Outcome.Defined) answer).value();
    }
}
