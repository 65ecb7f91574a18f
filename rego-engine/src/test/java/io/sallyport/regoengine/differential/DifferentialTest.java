package io.sallyport.regoengine.differential;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoValue;
import io.sallyport.regoengine.wasm.WasmEngine;
import io.sallyport.regoengine.wasm.WasmLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Random policies, for which every engine must give the same answers. Everything is evaluated once, before the first
 * test.
 */
class DifferentialTest {
    /** {@code -Ddifferential.seed=N} generates other policies. */
    private static final long SEED = Long.getLong("differential.seed", 5L);

    /** {@code -Ddifferential.factor=N} generates N times as many. */
    private static final int FACTOR = Integer.getInteger("differential.factor", 1);

    private static final int COMPARISONS = 10_000;
    private static final int POLICIES = 40;
    private static final int INPUTS = 12;
    private static final int CALLS = 14;

    /** The number of inputs for each policy written by people. */
    private static final int WRITTEN_INPUTS = 20;

    /** Kinds of statements that OPA's planner knows and never writes. */
    private static final Set<String> NEVER_PLANNED = Set.of("Nop");

    /** Functions that no policy of version 1 can name, {@code print}, which has no result, and what only OPA's compiler
     * calls, with operands of its own form. */
    private static final Set<String> NOT_BY_NAME = Set.of(
            "all",
            "any",
            "cast_array",
            "cast_boolean",
            "cast_null",
            "cast_object",
            "cast_set",
            "cast_string",
            "internal.print",
            "internal.template_string",
            "net.cidr_overlap",
            "re_match",
            "set_diff");

    private static final Path PAGE = Path.of("../docs/known-differences.md");

    /** The text before the list is written by hand. */
    private static final String LIST = "\n## The list\n\n";

    private static final Comparison COMPARISON = new Comparison();
    private static final StatementKinds KINDS = new StatementKinds();
    private static final Set<String> CALLED = new TreeSet<>();
    private static final Set<String> PURE = new TreeSet<>();

    /** Expressions and policies written by hand that OPA does not compile. */
    private static final Set<RegoValue> UNASKED = new HashSet<>();

    /** The number of modules of rules over lists, and of those that OPA does not compile. */
    private static int rules;

    private static int refused;

    @BeforeAll
    static void compare() throws Exception {
        Opa.build();
        Map<String, RegoObject> declarations = Opa.declarations();
        List<Batch> batches = new ArrayList<>(SavedCases.batches());
        int saved = batches.size();
        for (int i = 0; i < 4 * FACTOR; i++) {
            batches.add(RandomPolicy.batch(new Chance(SEED * 1_000 + i), POLICIES, INPUTS, true));
        }
        int policies = batches.size();
        batches.addAll(RuleBatches.of(SEED, FACTOR));
        int calls = batches.size();
        batches.add(calls(declarations));
        batches.add(Expressions.batch(Expressions.listed()));
        batches.add(Expressions.batch(COMPARISON.known().expressions()));
        batches.addAll(WrittenPolicies.batches(new Chance(SEED), WRITTEN_INPUTS * FACTOR));
        List<Opa.Verdicts> verdicts = Opa.ask(batches);
        try (var engine = new WasmEngine(
                new WasmLimits(64 << 20, 256 << 20, 16 << 20, Duration.ofSeconds(20), 1), System::nanoTime)) {
            for (int i = 0; i < batches.size(); i++) {
                COMPARISON.compare(
                        batches.get(i),
                        verdicts.get(i),
                        new Engines(verdicts.get(i), batches.get(i).data(), engine));
                if (i >= policies && i < calls) {
                    rules += batches.get(i).modules().size();
                    refused += verdicts.get(i).rejected().size();
                }
                if (i >= saved && i < policies) {
                    KINDS.count(verdicts.get(i).plan().getBytes(UTF_8));
                }
            }
        }
        for (int i = calls + 1; i < batches.size(); i++) {
            UNASKED.add(verdicts.get(i).rejected());
        }
        UNASKED.remove(RegoObject.of(Map.of()));
        batches.get(calls).modules().forEach((name, _) -> {
            if (verdicts.get(calls).rejected().get(name) == null) {
                CALLED.add(name.substring(0, name.indexOf('#')));
            }
        });
    }

    private static Batch calls(Map<String, RegoObject> declarations) {
        Map<String, RegoObject> types = new HashMap<>();
        declarations.forEach((name, told) -> types.put(name, (RegoObject) Objects.requireNonNull(told.get("decl"))));
        Map<String, String> calls = new TreeMap<>();
        for (String name : new TreeSet<>(StandardBuiltins.all().names())) {
            RegoObject declaration = declarations.get(name);
            if (declaration == null
                    || NOT_BY_NAME.contains(name)
                    || (declaration.get("nondeterministic") instanceof RegoBoolean changes && changes.value())) {
                continue;
            }
            PURE.add(name);
            var random = new BuiltinCalls(new Chance(SEED + name.hashCode()), types);
            for (int i = 0; i < CALLS * FACTOR; i++) {
                calls.put(name + "#" + i, String.valueOf(random.call(name)));
            }
        }
        return Expressions.batch(calls);
    }

    @Test
    void everyAnswerIsThatOfOpa() {
        assertThat(COMPARISON.differences())
                .as("seed %d; each is a case in target/differential", SEED)
                .isEmpty();
    }

    @Test
    void everyKnownDifferenceIsAsItsEntrySays() {
        assertThat(COMPARISON.known().unused()).isEmpty();
    }

    @Test
    void whatIsWrittenByHandCompiles() {
        assertThat(UNASKED).isEmpty();
    }

    /** With {@code -Ddifferential.write=true} the page is written instead of compared. */
    @Test
    void thePageOfKnownDifferencesHasEveryOne() throws IOException {
        String page = Files.readString(PAGE);
        String made = page.substring(0, page.indexOf(LIST) + LIST.length())
                + COMPARISON.known().list();
        if (Boolean.getBoolean("differential.write")) {
            Files.writeString(PAGE, made);
        }
        assertThat(Files.readString(PAGE)).isEqualTo(made);
    }

    @Test
    void enoughIsCompared() {
        assertThat(COMPARISON.count()).as(COMPARISON.summary()).isGreaterThanOrEqualTo(COMPARISONS);
        assertThat(COMPARISON.kinds())
                .contains(Answer.DEFINED, Answer.UNDEFINED, Answer.CONFLICT, Answer.BUILTIN, Answer.TYPE);
    }

    @Test
    void mostBodiesThatOpasIndexPassesOverArePassedOver() {
        assertThat(COMPARISON.passedOver()).isGreaterThan(3 * COMPARISON.notPassedOver());
        assertThat(COMPARISON.passedOver()).isGreaterThan(1_000);
    }

    @Test
    void generatedPoliciesUseEveryKindOfStatement() {
        Set<String> missing = new TreeSet<>(StatementKinds.all());
        missing.removeAll(KINDS.found());
        missing.removeAll(NEVER_PLANNED);
        assertThat(missing).isEmpty();
    }

    @Test
    void mostRulesOverListsCompile() {
        assertThat(refused).isLessThan(rules / 2);
    }

    @Test
    void everyPureBuiltinIsCalled() {
        Set<String> missing = new TreeSet<>(PURE);
        missing.removeAll(CALLED);
        assertThat(missing).isEmpty();
        assertThat(PURE).hasSizeGreaterThan(160);
    }
}
