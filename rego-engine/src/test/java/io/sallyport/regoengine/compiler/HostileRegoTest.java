package io.sallyport.regoengine.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.compiler.CompileOutcome.Bound;
import io.sallyport.regoengine.compiler.CompileOutcome.Compiled;
import io.sallyport.regoengine.compiler.CompileOutcome.Refused;
import io.sallyport.regoengine.compiler.CompileOutcome.Unavailable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Hostile Rego: each gets an answer, and afterwards an ordinary policy still compiles. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileRegoTest {
    private static final long MIB = 1 << 20;

    private final RegoCompiler compiler =
            new RegoCompiler(CompilerSettings.defaults().withMemory(96 * MIB, 64 * MIB), System::nanoTime);

    @AfterEach
    void anOrdinaryPolicyCompiles() {
        assertThat(compile(RegoSamples.ordinary())).isInstanceOf(Compiled.class);
    }

    @AfterAll
    void close() {
        compiler.close();
    }

    @Test
    void typeCheckThatNeverEndsIsStopped() {
        var budget = RegoSamples.PATIENT.withTimeout(Duration.ofMillis(500));
        assertBound(Bound.TIME, compile(RegoSamples.endless(), budget));
    }

    @Test
    void bracketsNestedTwentyThousandDeepAreRefusedAtTheirPlace() {
        CompileOutcome outcome = compile(nested(20_000));
        assertThat(outcome).isInstanceOf(Refused.class);
        CompileError error = ((Refused) outcome).errors().getFirst();
        assertThat(error.message()).isEqualTo("max parsing recursion depth exceeded");
        assertThat(error.file()).isEqualTo("a.rego");
        assertThat(error.row()).isEqualTo(3);
    }

    @Test
    void nestingHiddenFromTheLookIsStoppedByStackOrMemory() {
        String closers = "]".repeat(30_000);
        String text = "package a\n\n# " + closers + "\nallow := " + "[".repeat(20_000) + "]".repeat(20_000) + "\n";
        CompileOutcome outcome = compile(request(text));
        assertThat(outcome).isInstanceOf(Unavailable.class);
        assertThat(((Unavailable) outcome).bound()).isIn(Bound.STACK, Bound.MEMORY);
    }

    @Test
    void bracketsNestedAThousandDeepAreAnswered() {
        assertThat(compile(nested(1_000))).isNotInstanceOf(Unavailable.class);
    }

    @Test
    void policyThatWantsMoreMemoryThanThereIsGetsNone() {
        String text = "package a\n\n"
                + IntStream.range(0, 500)
                        .mapToObj("allow if input.h == \"%d\"\n"::formatted)
                        .collect(Collectors.joining());
        try (var narrow =
                new RegoCompiler(CompilerSettings.defaults().withMemory(20 * MIB, 20 * MIB), System::nanoTime)) {
            var ordinary = narrow.compile(RegoSamples.ordinary(), "tester", RegoSamples.PATIENT);
            var large = narrow.compile(request(text), "tester", RegoSamples.PATIENT);
            assertThat(RegoSamples.await(ordinary)).isInstanceOf(Compiled.class);
            assertBound(Bound.MEMORY, RegoSamples.await(large));
        }
    }

    @Test
    void hugeSourceNeverReachesTheCompiler() {
        String text = "package a\n\n# " + "x".repeat(300 * 1024) + "\n";
        assertBound(Bound.SOURCE_BYTES, compile(request(text), CompileBudget.ofSandbox()));
    }

    @Test
    void sourceIsCountedInBytesNotCharacters() {
        String text = "package a\n\n# " + "\u20ac".repeat(100 * 1024) + "\n";
        assertBound(Bound.SOURCE_BYTES, compile(request(text), CompileBudget.ofSandbox()));
    }

    @Test
    void tooManyFilesNeverReachTheCompiler() {
        Map<String, String> files = IntStream.range(0, 65)
                .boxed()
                .collect(Collectors.toMap(n -> n + ".rego", n -> "package a.p" + n + "\n"));
        assertBound(Bound.FILE_COUNT, compile(CompileRequest.of(files, List.of("a")), CompileBudget.ofSandbox()));
    }

    @Test
    void textThatIsNoRegoAtAllIsRefused() {
        assertThat(compile(request("\0\u0001 }{ \ud800 `"))).isInstanceOf(Refused.class);
        assertThat(compile(request(""))).isInstanceOf(Refused.class);
    }

    private static CompileRequest nested(int depth) {
        return request("package a\n\nallow := " + "[".repeat(depth) + "]".repeat(depth) + "\n");
    }

    private static CompileRequest request(String text) {
        return CompileRequest.of(RegoSamples.one(text), List.of("a/allow"));
    }

    private CompileOutcome compile(CompileRequest request) {
        return compile(request, RegoSamples.PATIENT);
    }

    private CompileOutcome compile(CompileRequest request, CompileBudget budget) {
        return RegoSamples.await(compiler.compile(request, "tester", budget));
    }

    private static void assertBound(Bound bound, CompileOutcome outcome) {
        assertThat(outcome).isInstanceOf(Unavailable.class);
        assertThat(((Unavailable) outcome).bound()).as(outcome.toString()).isEqualTo(bound);
    }
}
