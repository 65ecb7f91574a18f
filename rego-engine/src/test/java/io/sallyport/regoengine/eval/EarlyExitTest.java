package io.sallyport.regoengine.eval;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.bytecode.ProgramClass;
import io.sallyport.regoengine.footprint.NotingObject;
import io.sallyport.regoengine.plan.Plan;
import io.sallyport.regoengine.plan.Preparation;
import io.sallyport.regoengine.run.FailureKind;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Loops that make every turn are the oracle: those that end early answer, fail, and come to the same of the input. */
class EarlyExitTest {
    /** More by hand, with {@code -Drego.random.plans}. */
    private static final int PLANS = Integer.getInteger("rego.random.plans", 1_000);

    private static final long SEED = 20_261_124;
    private static final RegoObject INPUT = (RegoObject) RegoJson.valueOf("""
            {"a": {"a": "b", "b": {"c": 1, "d": "a"}, "xs": ["a", "b"]}, "b": "a", "c": {}, "d": [],
             "xs": [{"a": 1, "b": "a"}, {"a": {"b": "c"}}, "b", 1]}""");
    private static final RegoObject DATA = (RegoObject) RegoJson.valueOf("""
            {"a": ["b", "a", 1, {"c": 1, "d": "a"}], "b": {"a": "a", "b": {"c": "b"}, "c": false}, "c": "b",
             "xs": [{"a": 1, "b": "a"}, {"a": "a", "b": ["a", "b"], "xs": {"a": "b"}}, {"b": "a", "xs": ["b", "c"]}]}""");
    private static final int[] STEPS = {1_000_000, 40, 90, 200};

    private int ended;
    private int differed;

    @Test
    void whatEndsEarlyIsAsIfItDidNot() {
        for (long seed = SEED; seed < SEED + PLANS; seed++) {
            check(seed, new RandomLoops(seed).make());
            check(seed, new RandomPlan(seed).make());
        }
        assertThat(ended).as("plans with loops that end early").isGreaterThan(PLANS / 4);
        assertThat(differed).as("evaluations that needed fewer steps").isGreaterThan(PLANS / 40);
    }

    private void check(long seed, Plan plan) {
        Plan everyTurn = Preparation.withEveryTurn(plan);
        Plan early = Preparation.of(plan);
        if (RandomLoops.earlyExits(early) == RandomLoops.earlyExits(everyTurn)) {
            return;
        }
        ended++;
        for (ToBytecode when : List.of(ToBytecode.NEVER, ToBytecode.AT_LOAD)) {
            Program makingEveryTurn = linked(everyTurn, when);
            Program endingEarly = linked(early, when);
            for (int steps : STEPS) {
                Limits limits = new Limits(steps, 1 << 20, 200, (seed & 1) == 0);
                Said whole = ask(makingEveryTurn, limits);
                Said said = ask(endingEarly, limits);
                if (whole.isOutOfLimits() && !said.isOutOfLimits()) {
                    differed++;
                } else {
                    assertThat(said)
                            .as("seed %d, %d steps, %s", seed, steps, when)
                            .isEqualTo(whole);
                }
            }
        }
    }

    /** @param notes the places of the input that were come to; of no evaluation that ran out of its limits */
    private record Said(Outcome outcome, Set<String> notes) {
        boolean isOutOfLimits() {
            return outcome instanceof Outcome.Failed failed && failed.kind() == FailureKind.LIMIT;
        }
    }

    private static Program linked(Plan prepared, ToBytecode when) {
        LoadedProgram loaded =
                new Linker(prepared, StandardBuiltins.all(), when, ProgramClass.METHOD_BYTES, null).link();
        assertThat(loaded).isInstanceOf(LoadedProgram.Ready.class);
        return ((LoadedProgram.Ready) loaded).program();
    }

    private static Said ask(Program program, Limits limits) {
        Set<List<String>> notes = new HashSet<>();
        Entrypoint asked = Objects.requireNonNull(program.entrypoint("q"));
        Outcome outcome = asked.evaluateAll(noting(INPUT, List.of(), notes), DATA, limits, Plans.CLOCK);
        boolean isLimit = outcome instanceof Outcome.Failed failed && failed.kind() == FailureKind.LIMIT;
        Set<String> places = new TreeSet<>();
        notes.forEach(note -> places.add(String.join(".", note)));
        return isLimit
                ? new Said(new Outcome.Failed(FailureKind.LIMIT, "", null, null, false), Set.of())
                : new Said(outcome, places);
    }

    /** {@code object}, and each object in the arrays of it, noting what is read. */
    private static RegoObject noting(RegoObject object, List<String> path, Set<List<String>> notes) {
        EntryObject copy = RegoObject.growing();
        object.forEach((key, value) -> {
            List<String> below = new ArrayList<>(path);
            below.add(key.toString());
            copy.put(key, noting(value, below, notes));
        });
        return new NotingObject(copy.sealed(), path, notes);
    }

    private static RegoValue noting(RegoValue value, List<String> path, Set<List<String>> notes) {
        if (value instanceof RegoObject object) {
            return noting(object, path, notes);
        }
        if (value instanceof RegoArray array) {
            List<RegoValue> elements = new ArrayList<>();
            for (int i = 0; i < array.size(); i++) {
                List<String> below = new ArrayList<>(path);
                below.add(String.valueOf(i));
                elements.add(noting(array.get(i), below, notes));
            }
            return RegoArray.of(elements);
        }
        return value;
    }
}
