package io.sallyport.regoengine.eval;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.compiler.CompileOutcome;
import io.sallyport.regoengine.compiler.CompileRequest;
import io.sallyport.regoengine.compiler.SharedCompiler;
import io.sallyport.regoengine.plan.ParsedPlan;
import io.sallyport.regoengine.plan.Plan;
import io.sallyport.regoengine.plan.Rewriting;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Searches of a text of 4,096 characters for tokens, within bounds that a search by RE2/J exceeds. */
class ExpressionAutomataTest {
    private static final Limits FEW_STEPS = new Limits(10_000, 1 << 20, 100, true);
    private static final Set<Rewriting> PLAIN = EnumSet.complementOf(EnumSet.of(Rewriting.EXPRESSION_AUTOMATA));
    private static final String REGO = """
            package t

            tokens := regex.match(`gh[pousr]_[A-Za-z0-9]{36}|AKIA[0-9A-Z]{16}|xox[bp]-[0-9]{10,12}`, input.text)
            """;
    private static final String TEXT = "lorem ipsum ".repeat(342);
    private static final String TOKEN = "AKIA" + "A1".repeat(8);

    @Test
    void aSearchTakesStepsByTheTextAlone() {
        assertThat(answer(TEXT, Rewriting.all())).isEqualTo("false");
        assertThat(answer(TEXT + TOKEN, Rewriting.all())).isEqualTo("true");
    }

    @Test
    void withoutTheRewritingItTakesTooMany() {
        assertThat(answer(TEXT, PLAIN)).isEqualTo("LIMIT");
        assertThat(answer(TOKEN, PLAIN)).isEqualTo("true");
    }

    private static String answer(String text, Set<Rewriting> rewritings) {
        LoadedProgram loaded = Program.link(plan(), StandardBuiltins.all(), rewritings, ToBytecode.NEVER);
        assertThat(loaded).isInstanceOf(LoadedProgram.Ready.class);
        Program program = ((LoadedProgram.Ready) loaded).program();
        RegoObject input = RegoObject.of(Map.of("text", RegoString.of(text)));
        Outcome outcome = Objects.requireNonNull(program.entrypoint("t/tokens"))
                .evaluate(input, EntryObject.EMPTY, FEW_STEPS, Plans.CLOCK);
        return switch (outcome) {
            case Outcome.Defined(var value, var _) -> value.toString();
            case Outcome.Undefined _ -> "undefined";
            case Outcome.Failed failed -> failed.kind().toString();
        };
    }

    private static Plan plan() {
        var compiled = SharedCompiler.compile(CompileRequest.of(Map.of("t.rego", REGO), List.of("t/tokens")));
        assertThat(compiled).isInstanceOf(CompileOutcome.Compiled.class);
        ParsedPlan parsed =
                Plan.parse(((CompileOutcome.Compiled) compiled).planJson().getBytes(UTF_8));
        assertThat(parsed).isInstanceOf(ParsedPlan.Accepted.class);
        return ((ParsedPlan.Accepted) parsed).plan();
    }
}
