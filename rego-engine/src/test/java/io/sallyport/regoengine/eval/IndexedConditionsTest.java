package io.sallyport.regoengine.eval;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.bytecode.ProgramClass;
import io.sallyport.regoengine.compiler.CompileOutcome;
import io.sallyport.regoengine.compiler.CompileRequest;
import io.sallyport.regoengine.compiler.SharedCompiler;
import io.sallyport.regoengine.footprint.NotingObject;
import io.sallyport.regoengine.plan.ParsedPlan;
import io.sallyport.regoengine.plan.Plan;
import io.sallyport.regoengine.plan.Preparation;
import io.sallyport.regoengine.plan.Rewriting;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoValue;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Bodies that OPA's index of rules passes over; the answers are OPA 1.22.2's, with strict errors of builtins. */
@ParameterizedClass
@EnumSource(names = {"NEVER", "AT_LOAD"})
class IndexedConditionsTest {
    private static final Limits ROOMY = new Limits(100_000, 1 << 20, 100, true);
    private static final String FAILS = "to_number(input.labels.level) > 3";
    private static final String REGO = """
            package t

            after contains 1 if { %1$s; input.net.host == "prod" }
            before contains 1 if { input.net.host == "prod"; %1$s }
            reversed contains 1 if { %1$s; "prod" == input.net.host }
            local contains 1 if { %1$s; h := input.net.host; h == "prod" }
            aliased contains 1 if { %1$s; n := input.net; n.host == "prod" }
            number contains 1 if { %1$s; input.net.port == 443 }
            undefined_field contains 1 if { %1$s; input.net.path == "/a" }
            needed contains 1 if { %1$s; startswith(input.net.path, "/a") }
            looping contains 1 if { some x in [1, 2]; x > to_number(input.labels.level); input.net.host == "prod" }
            conflicting contains 1 if { two == 1; input.net.host == "prod" }
            two := 1 if input.labels.level
            two := 2 if input.labels.level
            complete := 1 if { %1$s; input.net.host == "prod" } else := 2 if { input.net.host == "dev" }
            default defaulted := 0
            defaulted := 1 if { %1$s; input.net.host == "prod" }
            entry["a"] := 1 if { %1$s; input.net.host == "prod" }
            given(host) := 1 if { %1$s; host == "prod" }
            argument contains 1 if given(input.net.host) == 1
            under contains 1 if { count(after) == 0 with input.net.host as "test" }
            chained contains 1 if { %1$s; x := input.net.host; y := x; y == "prod" }
            negated contains 1 if { %1$s; not input.net.host == "dev" }
            replacing contains 1 if { %1$s; input.net.host == "prod" with input.net.port as 1 }
            taken_apart contains 1 if { %1$s; {"host": "prod", "port": 80} = input.net }
            twice contains 1 if { %1$s; input.net.host == "a"; input.net with input.net as 1; input.net.host == "b" }
            method_first contains 1 if { input.net.method == "POST"; input.net.host == "prod" }
            """.formatted(FAILS);

    private static final Plan PLAN = plan();

    private final ToBytecode when;

    IndexedConditionsTest(ToBytecode when) {
        this.when = when;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            after           | []        | BUILTIN
            before          | []        | BUILTIN
            reversed        | []        | BUILTIN
            local           | []        | BUILTIN
            aliased         | []        | BUILTIN
            number          | []        | []
            undefined_field | []        | []
            needed          | []        | []
            looping         | []        | BUILTIN
            conflicting     | []        | CONFLICT
            complete        | 2         | BUILTIN
            defaulted       | 0         | BUILTIN
            entry           | {}        | BUILTIN
            argument        | []        | BUILTIN
            under           | [1]       | [1]
            chained         | BUILTIN   | BUILTIN
            taken_apart     | BUILTIN   | BUILTIN
            negated         | BUILTIN   | BUILTIN
            replacing       | BUILTIN   | BUILTIN
            """)
    void whatCannotHoldIsPassedOverAndFailsNothing(String rule, String elsewhere, String there) {
        assertThat(said(rule, input("dev"), Rewriting.all())).isEqualTo(elsewhere);
        assertThat(said(rule, input("prod"), Rewriting.all())).isEqualTo(there);
    }

    /** Of two comparisons of one reference OPA's index keeps the last. */
    @Test
    void aBodyThatComparesAReferenceInTwoWaysIsNotPassedOver() {
        assertThat(said("twice", input("b"), Rewriting.all())).isEqualTo("BUILTIN");
    }

    @Test
    void aBodyWithoutInputIsPassedOver() {
        assertThat(said("after", EntryObject.EMPTY, Rewriting.all())).isEqualTo("[]");
    }

    @Test
    void withoutTheRewritingAFailureBesideItCounts() {
        Set<Rewriting> others = EnumSet.complementOf(EnumSet.of(Rewriting.INDEXED_CONDITIONS));
        assertThat(said("after", input("dev"), others)).isEqualTo("BUILTIN");
    }

    @ParameterizedTest
    @CsvSource({"after", "needed", "method_first", "looping"})
    void nothingIsReadBeforehandThatIsNoted(String rule) {
        Set<Rewriting> others = EnumSet.complementOf(EnumSet.of(Rewriting.INDEXED_CONDITIONS));
        assertThat(noted(rule, Rewriting.all())).isEqualTo(noted(rule, others));
    }

    private Set<List<String>> noted(String rule, Set<Rewriting> rewritings) {
        Set<List<String>> notes = new HashSet<>();
        said(rule, new NotingObject(input("dev"), List.of(), notes), rewritings);
        return notes;
    }

    private static RegoObject input(String host) {
        return (RegoObject) RegoJson.valueOf(
                "{\"net\": {\"host\": \"%s\", \"port\": 80}, \"labels\": {\"level\": \"high\"}}".formatted(host));
    }

    private String said(String rule, RegoValue input, Set<Rewriting> rewritings) {
        Plan prepared = Preparation.of(PLAN, rewritings);
        LoadedProgram loaded =
                new Linker(prepared, StandardBuiltins.all(), rewritings, when, ProgramClass.METHOD_BYTES, null).link();
        assertThat(loaded).isInstanceOf(LoadedProgram.Ready.class);
        Entrypoint asked =
                Objects.requireNonNull(((LoadedProgram.Ready) loaded).program().entrypoint("t/" + rule), rule);
        return switch (asked.evaluate(input, EntryObject.EMPTY, ROOMY, Plans.CLOCK)) {
            case Outcome.Defined defined -> RegoJson.write(defined.value());
            case Outcome.Undefined _ -> "undefined";
            case Outcome.Failed failed -> failed.kind().toString();
        };
    }

    private static Plan plan() {
        List<String> rules = REGO.lines()
                .filter(line -> line.matches("[a-z_]+ contains .*|(complete|defaulted|entry).*"))
                .map(line -> "t/" + line.split("[ \\[]", 2)[0])
                .distinct()
                .toList();
        CompileOutcome outcome = SharedCompiler.compile(CompileRequest.of(Map.of("t.rego", REGO), rules));
        assertThat(outcome).isInstanceOf(CompileOutcome.Compiled.class);
        ParsedPlan parsed =
                Plan.parse(((CompileOutcome.Compiled) outcome).planJson().getBytes(UTF_8));
        assertThat(parsed).isInstanceOf(ParsedPlan.Accepted.class);
        return ((ParsedPlan.Accepted) parsed).plan();
    }
}
