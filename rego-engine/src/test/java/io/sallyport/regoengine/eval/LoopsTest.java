package io.sallyport.regoengine.eval;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.builtin.Builtins;
import io.sallyport.regoengine.builtin.Listener;
import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.footprint.NotingObject;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code plans/loops.rego}: loops run to their end, so a later iteration can fail, conflict, and read more of the
 * input. The answers are those of {@code opa eval}, OPA 1.22.2.
 */
@ParameterizedClass
@EnumSource(names = {"NEVER", "AT_LOAD"})
class LoopsTest {
    private static final int MANY = 3_000;

    private static final Limits FEW_STEPS = new Limits(200, 1 << 20, 100, true);
    private static final Limits ROOMY = new Limits(1_000_000, 1 << 24, 100, true);
    private static final RegoObject INPUT = (RegoObject) RegoJson.valueOf("""
            {"net": {"host": "a.example", "method": "GET", "suffixes": ["example", "a.example"]}, "other": "b"}""");
    private static final String FIRST =
            "{\"host\": \"a.example\", \"hosts\": [\"a.example\"], \"path\": \"/a\", \"field\": \"host\", \"name\": \"two\"}";
    private static final String OTHER =
            "{\"host\": \"b.example\", \"hosts\": [], \"path\": \"/a\", \"field\": \"host\", \"name\": \"one\"}";

    /** Of the kinds that the first is not, and with what it is not to be together with. */
    private static final String LAST =
            "{\"host\": \"a.example\", \"path\": 7, \"other\": true, \"field\": \"method\", \"until\": 1, \"request\": {\"host\": \"a\"}}";

    private static final RegoValue DATA = data(OTHER);
    private static final RegoValue DATA_WITH_LAST = data(OTHER, LAST);

    private final Program program;
    private final List<String> printed = new ArrayList<>();

    LoopsTest(ToBytecode when) {
        Builtins builtins = StandardBuiltins.all().telling(new Listener() {
            @Override
            public void printed(String line) {
                printed.add(line);
            }

            @Override
            public void began(List<String> path) {
                printed.addAll(path);
            }
        });
        LoadedProgram loaded = Program.load(Plans.json("loops"), builtins, when);
        assertThat(loaded).isInstanceOf(LoadedProgram.Ready.class);
        program = ((LoadedProgram.Ready) loaded).program();
    }

    /** The first rule, many of the second, and the last ones. */
    private static RegoValue data(String second, String... last) {
        List<String> rules = new ArrayList<>(List.of(FIRST));
        for (int i = 0; i < MANY; i++) {
            rules.add(second);
        }
        rules.addAll(List.of(last));
        return RegoJson.valueOf("{\"rules\": [" + String.join(",", rules)
                + "], \"known\": {\"example\": true}, \"names\": [\"none\", \"one\"]}");
    }

    private Outcome ask(String rule, RegoObject input, RegoValue data, Limits limits) {
        Entrypoint asked = Objects.requireNonNull(program.entrypoint("loops/" + rule), rule);
        return asked.evaluate(input, data, limits, Plans.CLOCK);
    }

    private String said(String rule, RegoValue data, Limits limits) {
        return switch (ask(rule, INPUT, data, limits)) {
            case Outcome.Defined defined -> RegoJson.write(defined.value());
            case Outcome.Undefined _ -> "undefined";
            case Outcome.Failed failed -> failed.kind().toString();
        };
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            head           | true
            reference      | true
            number         | 7
            within         | true
            by_function    | true
            unless_closed  | true
            unless_told    | undefined
            unless_member  | true
            each           | undefined
            each_in_loop   | undefined
            reasons        | ["known",{"hosts":["a"],"rule":"one"}]
            places         | {"net":"known"}
            two_clauses    | true
            """)
    void whatAsksWhetherSomethingIsThereFindsTheFirstThatIs(String rule, String answer) {
        assertThat(said(rule, DATA, ROOMY)).isEqualTo(answer);
        assertThat(said(rule, DATA_WITH_LAST, ROOMY)).isEqualTo(answer);
    }

    @Test
    void aChainOfElseGoesOnToTheNextLoop() {
        assertThat(said("otherwise", DATA, ROOMY)).isEqualTo("\"second\"");
    }

    @Test
    void aLoopOverTextsOfTheInputReadsThese() {
        assertThat(said("suffixes", DATA, ROOMY)).isEqualTo("true");
        assertThat(noted("suffixes", DATA)).containsExactlyInAnyOrder("net", "net.suffixes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fails", "fails_before", "fails_in_function"})
    void whatFailsInALaterTurnFails(String rule) {
        assertThat(said(rule, DATA, ROOMY)).isEqualTo("true");
        assertThat(said(rule, DATA_WITH_LAST, ROOMY)).isEqualTo("TYPE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"conflicts", "conflicts_in_function", "by_host"})
    void whatConflictsWithALaterTurnConflicts(String rule) {
        assertThat(said(rule, DATA_WITH_LAST, ROOMY)).isEqualTo("CONFLICT");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            paths | [7,"/a"]
            list  | ["a.example","a.example"]
            total | 2
            """)
    void whatEachTurnAddsIsThere(String rule, String answer) {
        assertThat(said(rule, DATA_WITH_LAST, ROOMY)).isEqualTo(answer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"field", "field_in_not", "field_in_function"})
    void aFieldThatOnlyALaterTurnComesToIsComeTo(String rule) {
        assertThat(said(rule, DATA_WITH_LAST, ROOMY)).isEqualTo("true");
        assertThat(noted(rule, DATA_WITH_LAST)).contains("net.method");
    }

    /** The first turn, which has no host, is a counterexample already. */
    @Test
    void aFieldThatALaterTurnOfEveryComesToIsComeTo() {
        RegoValue data = RegoJson.valueOf("{\"rules\": [{}, {\"host\": \"b\"}]}");
        assertThat(said("field_in_every", data, ROOMY)).isEqualTo("undefined");
        assertThat(noted("field_in_every", data)).contains("net.method");
    }

    @Test
    void anObjectOfTheInputThatALaterTurnLooksIntoIsLookedInto() {
        RegoValue data = RegoJson.valueOf(
                "{\"rules\": [{\"request\": " + RegoJson.write(Objects.requireNonNull(INPUT.get("net")))
                        + "}, {\"request\": {\"a\": 1, \"b\": 2, \"body\": 3}}]}");
        assertThat(said("whole", data, ROOMY)).isEqualTo("true");
        assertThat(noted("whole", data)).contains("net.host", "net.a");
    }

    @Test
    void aLaterTurnThatAsksForTheTimeHasAskedForIt() {
        assertThat(ask("clock", INPUT, DATA_WITH_LAST, ROOMY).usedMoment()).isTrue();
    }

    @Test
    void eachTurnPrints() {
        assertThat(said("prints", DATA, ROOMY)).isEqualTo("true");
        assertThat(printed).hasSize(MANY + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"head", "walked"})
    void aLoopMakesEveryTurnAndPaysForIt(String rule) {
        assertThat(said(rule, DATA, ROOMY)).isEqualTo("true");
        assertThat(said(rule, DATA, FEW_STEPS)).isEqualTo("LIMIT");
    }

    @Test
    void aLoopUnderWithRunsForEachIterationOfTheLoopAround() {
        assertThat(said("replaced", RegoJson.valueOf("{\"rules\": [" + OTHER + "," + FIRST + "]}"), ROOMY))
                .isEqualTo("true");
        assertThat(said("replaced", DATA, ROOMY)).isEqualTo("LIMIT");
    }

    /** The places of the input that the evaluation came to, but for the input itself. */
    private Set<String> noted(String rule, RegoValue data) {
        Set<List<String>> notes = new HashSet<>();
        ask(rule, new NotingObject(INPUT, List.of(), notes), data, ROOMY);
        Set<String> places = new HashSet<>();
        notes.forEach(note -> places.add(String.join(".", note)));
        places.remove("");
        return places;
    }
}
