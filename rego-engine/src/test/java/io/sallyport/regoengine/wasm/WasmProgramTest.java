package io.sallyport.regoengine.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.run.Evaluable;
import io.sallyport.regoengine.run.FailureKind;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One module of OPA for all tests; its Rego describes what it does. */
class WasmProgramTest {
    private static final String REGO = """
            package t

            p := input.x

            set contains x if some x in input.xs

            mixed := {"set": {1, "a"}, "none": set(), "keys": {[1]: {2: 3}}, "text": "\\u0000\\n\\"\\\\ü😀"}

            host := sprintf("%v of %v", [input.x, {1, 2}])

            host_set := object.subset({"a": {1, 2}}, {"a": {1}})

            strict := time.parse_rfc3339_ns(input.x)

            own := json.unmarshal(input.x)

            once := input.x
            once := input.y

            now := time.now_ns()

            lists := count(data.lists.names)

            endless := count([1 |
                some a in numbers.range(1, 1000)
                some b in numbers.range(1, 1000)
                some c in numbers.range(1, 1000)
                a * b == c + input.x
            ])

            huge := concat("", [input.y | some _ in numbers.range(1, input.x)])

            large := [x | some x in numbers.range(1, input.x)]
            """;

    private static final RegoValue EMPTY = RegoJson.valueOf("{}");
    private static final Limits ROOMY = new Limits(100_000_000, 512 << 20, Limits.MAX_DEPTH, true);
    private static final EvalClock CLOCK = EvalClock.of(InstantSource.fixed(Instant.EPOCH), new Random(1));
    private static final WasmLimits LIMITS = new WasmLimits(1 << 20, 16 << 20, 1 << 20, Duration.ofSeconds(20), 4);

    @TempDir
    static Path folder = Path.of("");

    private static byte[] module = {};
    private static @Nullable WasmProgram built;
    private static final WasmEngine ENGINE = new WasmEngine(LIMITS, System::nanoTime);

    @BeforeAll
    static void build() throws Exception {
        module = WasmModules.of(
                folder,
                REGO,
                "t/p",
                "t/set",
                "t/mixed",
                "t/host",
                "t/host_set",
                "t/strict",
                "t/own",
                "t/once",
                "t/now",
                "t/lists",
                "t/endless",
                "t/huge",
                "t/large");
        built = program();
    }

    @AfterAll
    static void close() {
        ENGINE.close();
    }

    @Test
    void valuesComeBackAsTheyAreInRego() {
        assertThat(value("t/set", "{\"xs\": [3, 1, 1]}"))
                .isInstanceOfSatisfying(
                        RegoSet.class, set -> assertThat(set.size()).isEqualTo(2));
        assertThat(value("t/set", "{\"xs\": []}")).isEqualTo(RegoSet.EMPTY);
        RegoObject mixed = (RegoObject) value("t/mixed", "{}");
        assertThat(mixed.get("set")).isInstanceOf(RegoSet.class);
        assertThat(mixed.get("none")).isEqualTo(RegoSet.EMPTY);
        assertThat(mixed.get("text")).isEqualTo(RegoString.of("\0\n\"\\ü😀"));
        RegoObject keys = (RegoObject) Objects.requireNonNull(mixed.get("keys"));
        assertThat(keys.get(RegoArray.of(RegoNumber.of(1)))).hasToString("{\"2\":3}");
    }

    /** OPA's compiler may declare less memory than its module fills, if that ends just after a page boundary. */
    @Test
    void aModuleThatAsksForLessMemoryThanItFillsRuns() throws Exception {
        String text = "x".repeat(200_000);
        byte[] large = WasmModules.of(folder, "package t\n\np := [\"" + text + "\", input.x]\n", "t/p");
        LoadedWasm loaded = ENGINE.load(WasmModules.asking(large, 2), StandardBuiltins.all());
        assertThat(loaded).isInstanceOf(LoadedWasm.Ready.class);
        assertThat(evaluate(((LoadedWasm.Ready) loaded).program(), "t/p", input("{\"x\": 1}"), EMPTY, ROOMY))
                .isInstanceOfSatisfying(
                        Outcome.Defined.class,
                        found -> assertThat(found.value()).hasToString("[\"" + text + "\",1]"));
    }

    @Test
    void numbersKeepTheirDigits() {
        for (String number : List.of("12345678901234567890123456789", "0.1", "-1e-7", "1.0", "9007199254740993")) {
            assertThat(value("t/p", "{\"x\": " + number + "}")).hasToString(number);
        }
    }

    @Test
    void whatIsNotThereIsUndefined() {
        assertThat(ask("t/p", "{}")).isEqualTo(new Outcome.Undefined(false));
        assertThat(shared().entrypoint("t/other")).isNull();
        assertThat(evaluate(shared(), "t/p", null, EMPTY, ROOMY)).isEqualTo(new Outcome.Undefined(false));
    }

    @Test
    void functionsThatTheModuleLacksAreOurs() {
        assertThat(value("t/host", "{\"x\": [1]}")).isEqualTo(RegoString.of("[1] of {1, 2}"));
        assertThat(value("t/host_set", "{}")).hasToString("true");
        assertThat(ask("t/now", "{}").usedMoment()).isTrue();
        assertThat(ask("t/p", "{}").usedMoment()).isFalse();
    }

    @Test
    void aFailingFunctionOfOursFailsTheAnswerWhereErrorsAreStrict() {
        WasmProgram program = program();
        assertThat(failure(evaluate(program, "t/strict", input("{\"x\": \"{\"}"), EMPTY, ROOMY)))
                .isEqualTo(FailureKind.BUILTIN);
        assertThat(failure(evaluate(program, "t/strict", input("{\"x\": 1}"), EMPTY, ROOMY)))
                .isEqualTo(FailureKind.TYPE);
        Limits lenient = new Limits(100_000, 1 << 20, 100, false);
        assertThat(evaluate(program, "t/strict", input("{\"x\": 1}"), EMPTY, lenient))
                .isInstanceOf(Outcome.Undefined.class);
        assertThat(program.idleInstances()).isOne();
    }

    @Test
    void aFailingFunctionOfTheModulesOwnIsUndefined() {
        assertThat(ask("t/own", "{\"x\": \"{\"}")).isInstanceOf(Outcome.Undefined.class);
    }

    @Test
    void functionsOfOursPayWithTheFuelOfTheEvaluation() {
        Limits little = new Limits(1, 1 << 20, 100, true);
        assertThat(evaluate(shared(), "t/host", input("{\"x\": 1}"), EMPTY, little))
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.message()).contains("policy.max_steps"));
    }

    @Test
    void twoValuesForOneRuleAreAConflictAndTheInstanceIsThrownAway() {
        WasmProgram program = program();
        assertThat(evaluate(program, "t/once", input("{\"x\": 1, \"y\": 1}"), EMPTY, ROOMY))
                .isInstanceOf(Outcome.Defined.class);
        assertThat(program.idleInstances()).isOne();
        assertThat(failure(evaluate(program, "t/once", input("{\"x\": 1, \"y\": 2}"), EMPTY, ROOMY)))
                .isEqualTo(FailureKind.CONFLICT);
        assertThat(program.idleInstances()).isZero();
        assertThat(evaluate(program, "t/once", input("{\"x\": 1, \"y\": 1}"), EMPTY, ROOMY))
                .isInstanceOf(Outcome.Defined.class);
    }

    @Test
    void anEvaluationWithoutEndIsStoppedAndLeavesNoTrace() {
        var quick = new WasmLimits(1 << 20, 16 << 20, 1 << 20, Duration.ofMillis(50), 1);
        try (var hurried = new WasmEngine(quick, System::nanoTime)) {
            WasmProgram program = ready(hurried.load(module, StandardBuiltins.all()));
            assertThat(evaluate(program, "t/endless", input("{\"x\": 5}"), EMPTY, ROOMY))
                    .isInstanceOfSatisfying(Outcome.Failed.class, failed -> {
                        assertThat(failed.kind()).isEqualTo(FailureKind.LIMIT);
                        assertThat(failed.message()).contains("time");
                    });
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            assertThat(program.idleInstances()).isZero();
        }
    }

    @Test
    void anInterruptThatIsSomebodyElsesStaysAndFailsTheAnswer() {
        RegoValue input = input("{\"x\": 1}");
        Thread.currentThread().interrupt();
        Outcome outcome = evaluate(shared(), "t/p", input, EMPTY, ROOMY);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
    }

    @Test
    void memoryAndAnswerAreBounded() {
        assertThat(ask("t/large", "{\"x\": 1000000}"))
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.message()).contains("limit of memory"));
        String text = "x".repeat(1000);
        assertThat(value("t/huge", "{\"x\": 10, \"y\": \"" + text + "\"}")).isInstanceOf(RegoString.class);
        assertThat(ask("t/huge", "{\"x\": 2000, \"y\": \"" + text + "\"}")).isInstanceOf(Outcome.Failed.class);
        assertThat(ask("t/p", "{\"x\": \"" + "y".repeat(17 << 20) + "\"}")).isInstanceOf(Outcome.Failed.class);
    }

    @Test
    void dataAreTakenInOnceAndExchangedWhereTheyAreOthers() {
        WasmProgram program = program();
        RegoValue three = RegoJson.valueOf("{\"lists\": {\"names\": [1, 2, 3]}}");
        assertThat(program.prepare(three)).isNull();
        assertThat(program.idleInstances()).isOne();
        RegoValue one = RegoJson.valueOf("{\"lists\": {\"names\": [1]}}");
        for (int i = 0; i < 3; i++) {
            assertThat(evaluate(program, "t/lists", null, three, ROOMY))
                    .hasToString("Defined[value=3, usedMoment=false]");
            assertThat(evaluate(program, "t/lists", null, one, ROOMY))
                    .hasToString("Defined[value=1, usedMoment=false]");
            assertThat(evaluate(program, "t/lists", null, EMPTY, ROOMY)).isInstanceOf(Outcome.Undefined.class);
        }
        assertThat(program.prepare(RegoString.of("x".repeat(20 << 20)))).isNotNull();
    }

    @Test
    void thousandsOfEvaluationsTakeNoMoreMemoryThanOne() {
        WasmProgram program = program();
        RegoValue input = input("{\"xs\": [" + "1234567,".repeat(10_000) + "1]}");
        for (int i = 0; i < 2_000; i++) {
            assertThat(evaluate(program, "t/set", input, EMPTY, ROOMY)).isInstanceOf(Outcome.Defined.class);
        }
        assertThat(program.idleInstances()).isOne();
    }

    @Test
    void manyThreadsHaveAnInstanceEachAndMoreThanTheBoundAreRefused() throws Exception {
        WasmProgram program = program();
        try (var threads = Executors.newFixedThreadPool(4)) {
            List<Callable<Outcome>> asked = new ArrayList<>();
            for (int i = 0; i < 400; i++) {
                RegoValue input = input("{\"x\": " + i + "}");
                asked.add(() -> evaluate(program, "t/p", input, EMPTY, ROOMY));
            }
            int i = 0;
            for (Future<Outcome> answer : threads.invokeAll(asked)) {
                assertThat(answer.get()).isEqualTo(new Outcome.Defined(RegoNumber.of(i++), false));
            }
        }
        assertThat(program.idleInstances()).isBetween(1, 4);
        InstancePool none = new InstancePool(1, () -> {
            throw new AssertionError("nothing is made before it is asked for");
        });
        try (InstancePool.Loan loan = none.borrow()) {
            assertThat(loan).isNotNull();
            assertThat(none.borrow()).isNull();
        }
        assertThat(none.borrow()).isNotNull();
    }

    @Test
    void aFunctionThatIsNotServedDoesNotLoad() throws Exception {
        byte[] asks =
                WasmModules.of(folder, "package t\n\np := http.send({\"url\": input.x, \"method\": \"GET\"})\n", "t/p");
        assertThat(ENGINE.load(asks, StandardBuiltins.all()))
                .isEqualTo(new LoadedWasm.Refused("there is no function http.send in this engine"));
    }

    @Test
    void whateverAnEvaluationComesToIsNoted() throws Exception {
        List<String> comes = List.of(
                "input.net.gone",
                "input.net[concat(\"\", [\"go\", \"ne\"])]",
                "[v | some v in input.net]",
                "{k: v | some k, v in input.net; startswith(k, \"go\")}",
                "[path | walk(input, [path, \"x\"])]",
                "input.net == {\"deep\": {}, \"host\": \"a\"}",
                "count(input.net)",
                "[k | some k, _ in input.net]",
                "json.marshal(input.net)",
                "object.get(input, [\"net\", \"gone\"], 0)",
                "object.union(input.net, {\"x\": 1})",
                "count([1 | input.net[_].note == \"secret\"])",
                "[1 | not input.net[sprintf(\"go%s\", [\"ne\"])]]",
                "{input.net, 1}",
                "input");
        List<String> comesNot = List.of("input.net.host", "input.net.none", "[1 | not input.net.none]", "input.other");
        var rego = new StringBuilder("package t\n\n");
        var names = new ArrayList<String>();
        Stream.concat(comes.stream(), comesNot.stream()).forEach(body -> {
            rego.append("p%d := %s\n\n".formatted(names.size(), body));
            names.add("t/p" + names.size());
        });
        WasmProgram program = ready(ENGINE.load(
                WasmModules.of(folder, rego.toString(), names.toArray(String[]::new)), StandardBuiltins.all()));
        List<List<String>> missing = List.of(List.of("net", "gone"), List.of("net", "deep", "gone"));
        RegoValue input = input("{\"net\": {\"host\": \"a\", \"deep\": {}}, \"other\": 1}");
        for (int i = 0; i < names.size(); i++) {
            WasmDocument document = Objects.requireNonNull(program.entrypoint(names.get(i)));
            WasmDocument.Watched run = document.evaluate(input, EMPTY, ROOMY, CLOCK, missing);
            if (i < comes.size()) {
                assertThat(run.cameTo()).as(comes.get(i)).contains(missing.getFirst());
            } else {
                String body = comesNot.get(i - comes.size());
                assertThat(run.cameTo()).as(body).isEmpty();
                assertThat(run.outcome()).as(body).isEqualTo(document.evaluate(input, EMPTY, ROOMY, CLOCK));
            }
        }
    }

    /** Returns a program that was not used yet. */
    private static WasmProgram program() {
        return ready(ENGINE.load(module, StandardBuiltins.all()));
    }

    static WasmProgram ready(LoadedWasm loaded) {
        assertThat(loaded).isInstanceOf(LoadedWasm.Ready.class);
        return ((LoadedWasm.Ready) loaded).program();
    }

    private static WasmProgram shared() {
        return Objects.requireNonNull(built);
    }

    private static Outcome ask(String entrypoint, String input) {
        return evaluate(shared(), entrypoint, input(input), EMPTY, ROOMY);
    }

    private static RegoValue value(String entrypoint, String input) {
        Outcome outcome = ask(entrypoint, input);
        assertThat(outcome).isInstanceOf(Outcome.Defined.class);
        return ((Outcome.Defined) outcome).value();
    }

    private static RegoValue input(String json) {
        return RegoJson.valueOf(json);
    }

    private static FailureKind failure(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        return ((Outcome.Failed) outcome).kind();
    }

    private static Outcome evaluate(
            WasmProgram program, String entrypoint, @Nullable RegoValue input, RegoValue data, Limits limits) {
        @Nullable Evaluable found = program.entrypoint(entrypoint);
        assertThat(found).isNotNull();
        return Objects.requireNonNull(found).evaluate(input, data, limits, CLOCK);
    }
}
