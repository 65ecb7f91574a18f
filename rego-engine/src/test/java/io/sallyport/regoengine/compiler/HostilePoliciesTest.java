package io.sallyport.regoengine.compiler;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.compiler.CompileOutcome.Compiled;
import io.sallyport.regoengine.compiler.CompileOutcome.Refused;
import io.sallyport.regoengine.eval.LoadedProgram;
import io.sallyport.regoengine.eval.Program;
import io.sallyport.regoengine.run.FailureKind;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.JsonLimits;
import io.sallyport.regoengine.value.ParsedJson;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Policies and data that would never terminate, from source to outcome. */
class HostilePoliciesTest {
    private static final EvalClock CLOCK = EvalClock.of(InstantSource.fixed(Instant.EPOCH), new Random(1));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "p := q\n\nq := p",
                "f(x) := f(x)\n\np := f(1)",
                "p contains x if some x in p",
                "p := data.t[input.x]",
                "p := walked if walk(data, [_, walked])"
            })
    void recursionDoesNotCompile(String rules) {
        CompileOutcome outcome = compile("package t\n\n" + rules + "\n");
        assertThat(outcome).isInstanceOf(Refused.class);
        CompileError error = ((Refused) outcome).errors().getFirst();
        assertThat(error.code()).isEqualTo("rego_recursion_error");
        assertThat(error.row()).isPositive();
    }

    @Test
    void comprehensionsWithinEachOtherStopAtTheBound() {
        String rego = """
                package t

                p := count([1 |
                    some a in numbers.range(1, 1000)
                    some b in [c | some c in numbers.range(1, 1000); some d in numbers.range(1, 1000); c * d == a]
                ])
                """;
        assertLimit(evaluate(rego, EntryObject.EMPTY), "policy.max_steps");
    }

    @ParameterizedTest
    @ValueSource(strings = {"(((a{1000}){1000}){1000})", "(a*)*b", "(x+x+)+y"})
    void giantExpressionsEndAtABound(String expression) {
        String rego = "package t\n\np := regex.match(input.pattern, input.text)\n";
        for (String pattern : List.of(expression, expression.repeat(20_000))) {
            Outcome outcome = evaluate(rego, input(pattern, "a".repeat(50_000)));
            assertThat(outcome).isInstanceOfAny(Outcome.Failed.class, Outcome.Defined.class);
            if (outcome instanceof Outcome.Failed failed) {
                assertThat(failed.kind()).isIn(FailureKind.LIMIT, FailureKind.BUILTIN);
            }
        }
    }

    @Test
    void dataThatNestDeepAreRefused() {
        String deep = "[".repeat(100_000) + "]".repeat(100_000);
        assertThat(RegoJson.parse(deep, JsonLimits.DOCUMENT)).isInstanceOf(ParsedJson.Rejected.class);
        String rego = "package t\n\np := json.unmarshal(input.text)\n";
        assertThat(evaluate(rego, input("", deep))).isInstanceOf(Outcome.Failed.class);
    }

    @Test
    void aDocumentOfAHundredMegabytesIsRefusedUnread() {
        assertThat(RegoJson.parse(new byte[100 << 20], JsonLimits.DOCUMENT))
                .isEqualTo(new ParsedJson.Rejected("104857600 bytes (limit 67108864)", 1, 1));
    }

    @Test
    void numbersOfTenThousandDigitsAreRefused() {
        for (String number : List.of("9".repeat(10_000), "0." + "1".repeat(10_000), "1e999999999", "-1e-999999999")) {
            assertThat(RegoJson.parse(number, JsonLimits.DOCUMENT)).isInstanceOf(ParsedJson.Rejected.class);
            Outcome made = evaluate("package t\n\np := to_number(input.text) * 2\n", input("", number));
            assertThat(made).isInstanceOf(Outcome.Failed.class);
        }
    }

    @Test
    void aPolicyThatIsNotTextIsRefused() {
        assertThat(compile("package t\n\np := \"\ufffd\u0000\ufffe\"\n\u0001")).isInstanceOf(Refused.class);
    }

    private static void assertLimit(Outcome outcome, String setting) {
        assertThat(outcome).isInstanceOfSatisfying(Outcome.Failed.class, failed -> {
            assertThat(failed.kind()).isEqualTo(FailureKind.LIMIT);
            assertThat(failed.message()).contains(setting);
        });
    }

    private static RegoObject input(String pattern, String text) {
        return RegoObject.growing()
                .put("pattern", RegoString.of(pattern))
                .put("text", RegoString.of(text))
                .sealed();
    }

    private static CompileOutcome compile(String rego) {
        return SharedCompiler.compile(CompileRequest.of(RegoSamples.one(rego), List.of("t/p")));
    }

    private static Outcome evaluate(String rego, RegoValue input) {
        CompileOutcome outcome = compile(rego);
        assertThat(outcome).isInstanceOf(Compiled.class);
        LoadedProgram loaded = Program.load(((Compiled) outcome).planJson().getBytes(UTF_8));
        assertThat(loaded).isInstanceOf(LoadedProgram.Ready.class);
        return ((LoadedProgram.Ready) loaded)
                .program()
                .evaluate("t/p", input, EntryObject.EMPTY, Limits.DEFAULT.strict(), CLOCK);
    }
}
