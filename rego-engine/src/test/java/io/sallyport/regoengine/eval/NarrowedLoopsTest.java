package io.sallyport.regoengine.eval;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.bytecode.ProgramClass;
import io.sallyport.regoengine.compiler.CompileOutcome;
import io.sallyport.regoengine.compiler.CompileRequest;
import io.sallyport.regoengine.compiler.SharedCompiler;
import io.sallyport.regoengine.plan.ParsedPlan;
import io.sallyport.regoengine.plan.Plan;
import io.sallyport.regoengine.plan.Preparation;
import io.sallyport.regoengine.plan.Rewriting;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.ElementIndexes;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoValue;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions about lists of 100,000 entries, within bounds that a loop over them would exceed. */
@ParameterizedClass
@EnumSource(names = {"NEVER", "AT_LOAD"})
class NarrowedLoopsTest {
    private static final int ENTRIES = 100_000;

    /** A hundredth of what a loop over the list takes. */
    private static final Limits FEW_STEPS = new Limits(ENTRIES / 100, 1 << 20, 100, true);

    private static final Limits ROOMY = new Limits(100L * ENTRIES, 64 << 20, 100, true);

    private static final Set<Rewriting> PLAIN = EnumSet.complementOf(EnumSet.of(Rewriting.NARROWED_LOOPS));

    private static final String REGO = """
            package t

            member contains 1 if input.net.host in data.lists.hosts
            absent contains 1 if not input.net.host in data.lists.hosts
            same contains h if { some h in data.lists.hosts; h == input.net.host }
            looked_up contains 1 if data.lists.hosts[_] == input.net.host
            reversed contains 1 if input.net.host == data.lists.hosts[_]
            index contains i if { some i; data.lists.hosts[i] == input.net.host }
            key_and_value contains [i, h] if { some i, h in data.lists.hosts; h == input.net.host }
            listed contains [h | some h in data.lists.hosts; h == input.net.host]
            suffix contains sprintf("%v", [h]) if { some h in data.lists.hosts; h in input.net.suffixes }
            by_value contains h if { some h in data.lists.hosts; h in input.net.named }
            ordered contains [h | some h in data.lists.hosts; h in input.net.suffixes]
            constant contains h if { some h in data.lists.hosts; h == "h7.test" }
            number contains i if { some i, h in data.lists.hosts; h == 1 }
            negated contains 1 if { not any_listed }
            any_listed if { some h in data.lists.hosts; h in input.net.suffixes }
            missing contains h if { some h in data.lists.hosts; h in input.net.absent }
            nested contains [a, b] if {
            	some a in data.lists.hosts; a == input.net.host; some b in data.lists.hosts; b in input.net.suffixes
            }
            """;

    private static final List<String> RULES = REGO.lines()
            .filter(line -> line.contains(" contains "))
            .map(line -> line.substring(0, line.indexOf(' ')))
            .toList();

    private static final Plan PLAN = plan();
    private static final RegoValue DATA = ElementIndexes.in(RegoJson.valueOf(data()));
    private static final RegoValue WITHOUT_INDEX = RegoJson.valueOf(data());
    private static final RegoValue INPUT = input("h500.test");

    private final ToBytecode when;

    NarrowedLoopsTest(ToBytecode when) {
        this.when = when;
    }

    static List<String> rules() {
        return RULES;
    }

    @ParameterizedTest
    @MethodSource("rules")
    void aQuestionAboutALongListTakesFewSteps(String rule) {
        assertThat(answer(rule, INPUT, DATA, FEW_STEPS, Rewriting.all())).isInstanceOf(Outcome.Defined.class);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void itsAnswerIsThatOfTheLoop(String rule) {
        for (RegoValue input : List.of(INPUT, input("nowhere.test"), RegoJson.valueOf("{\"net\": {\"host\": 1.0}}"))) {
            String whole = said(answer(rule, input, WITHOUT_INDEX, ROOMY, PLAIN));
            assertThat(said(answer(rule, input, DATA, ROOMY, Rewriting.all()))).isEqualTo(whole);
            assertThat(said(answer(rule, input, DATA, ROOMY, PLAIN))).isEqualTo(whole);
            assertThat(said(answer(rule, input, WITHOUT_INDEX, ROOMY, Rewriting.all())))
                    .isEqualTo(whole);
        }
    }

    @Test
    void equalEntriesAreFoundAtEachOfTheirPlaces() {
        assertThat(said(answer("index", INPUT, DATA, ROOMY, Rewriting.all()))).isEqualTo("[500,99999]");
        assertThat(said(answer("listed", INPUT, DATA, ROOMY, Rewriting.all())))
                .isEqualTo("[[\"h500.test\",\"h500.test\"]]");
        assertThat(said(answer("number", INPUT, DATA, ROOMY, Rewriting.all()))).isEqualTo("[99997,99998]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"same", "suffix"})
    void withoutTheRewritingTheLoopIsTooLong(String rule) {
        assertThat(answer(rule, INPUT, DATA, FEW_STEPS, PLAIN)).isInstanceOf(Outcome.Failed.class);
    }

    private Outcome answer(String rule, RegoValue input, RegoValue data, Limits limits, Set<Rewriting> rewritings) {
        Plan prepared = Preparation.of(PLAN, rewritings);
        LoadedProgram loaded =
                new Linker(prepared, StandardBuiltins.all(), rewritings, when, ProgramClass.METHOD_BYTES, null).link();
        Program program = ((LoadedProgram.Ready) loaded).program();
        return Objects.requireNonNull(program.entrypoint("t/" + rule)).evaluate(input, data, limits, Plans.CLOCK);
    }

    private static String said(Outcome outcome) {
        return outcome instanceof Outcome.Defined(var value, var _) ? value.toString() : outcome.toString();
    }

    private static RegoValue input(String host) {
        return RegoJson.valueOf("""
                {"net": {"host": "%s", "suffixes": ["h9.test", "none", "h500.test", 1], "named": {"a": "h3.test", "b": 1}}}
                """.formatted(host));
    }

    private static String data() {
        return "{\"lists\": {\"hosts\": ["
                + IntStream.range(0, ENTRIES - 3)
                        .mapToObj(i -> "\"h" + i + ".test\"")
                        .collect(joining(","))
                + ", 1, 1.0, \"h500.test\"]}}";
    }

    private static Plan plan() {
        CompileOutcome outcome = SharedCompiler.compile(CompileRequest.of(
                Map.of("t.rego", REGO), RULES.stream().map("t/"::concat).toList()));
        String json = ((CompileOutcome.Compiled) outcome).planJson();
        return ((ParsedPlan.Accepted) Plan.parse(json.getBytes(UTF_8))).plan();
    }
}
