package io.sallyport.regoengine.differential;

import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Asks every engine the same questions as OPA, and records differences. Confined to one thread. */
final class Comparison {
    /** opa-java-wasm has a different function of its own by that name. */
    private static final String ITS_OWN = "sprintf";

    /** OPA was stopped, or crashed ({@code bits.lsh} by 2^53 does that). */
    private static final Set<String> NO_ANSWER = Set.of("eval_cancel_error", "panic");

    /** OPA crashed on an operand that it had not evaluated, as it does occasionally for nested {@code every}. */
    private static final String NOT_EVALUATED = "that requires evaluation";

    /** The same of an argument: {@code picked}, which returns its argument, was called without a value for it. */
    private static final String NOT_BOUND = ".picked produced conflicting values";

    private final List<String> differences = new ArrayList<>();
    private final KnownDifferences known = KnownDifferences.read();
    private final Map<String, Integer> counts = new TreeMap<>();
    private final Set<String> kinds = new TreeSet<>();
    private final List<Unsettled> unsettled = new ArrayList<>();
    private int count;
    private int passedOver;
    private int notPassedOver;
    private int conflictsOfPlan;

    List<String> differences() {
        return differences;
    }

    KnownDifferences known() {
        return known;
    }

    /** Answers that were compared with OPA's. */
    int count() {
        return count;
    }

    /** Answers of bodies that fail, and that OPA's index and the engine pass over. */
    int passedOver() {
        return passedOver;
    }

    /** Those of bodies that only OPA's index passes over, so that the engine fails. */
    int notPassedOver() {
        return notPassedOver;
    }

    /** Kinds of what OPA answered. */
    Set<String> kinds() {
        return kinds;
    }

    String summary() {
        return count + " comparisons: " + counts + ", and " + conflictsOfPlan + " conflicts of plans alone";
    }

    void compare(Batch batch, Opa.Verdicts verdicts, Engines engines) throws Exception {
        List<RegoValue> inputs = batch.inputs().stream().map(RegoJson::valueOf).toList();
        for (var listed : batch.entrypoints().entrySet()) {
            Map<String, String> modules = batch.around(listed.getKey());
            for (String entrypoint : listed.getValue()) {
                List<Answer> wanted = verdicts.answers().getOrDefault(entrypoint, List.of());
                for (int i = 0; i < wanted.size(); i++) {
                    var question = new Question(
                            listed.getKey(), modules, entrypoint, inputs.get(i), batch.data(), batch.wasm());
                    compare(question, wanted.get(i), engines);
                }
            }
        }
        settle(engines);
    }

    /**
     * A question: a document of some modules, with an input, over base documents in JSON, and whether to compare
     * WebAssembly.
     *
     * @param name of the module with the document
     */
    record Question(
            String name, Map<String, String> modules, String entrypoint, RegoValue input, String data, boolean wasm) {
        String text() {
            return String.join("\n", modules.values());
        }

        Batch alone() {
            return new Batch(modules, Map.of(name, List.of(entrypoint)), List.of(RegoJson.write(input)), data, true);
        }
    }

    /**
     * A question at which nodes meet a conflict and OPA does not. It is none of ours if OPA's WebAssembly meets it,
     * too: the plan makes all of an object of which OPA's {@code topdown} makes one key.
     */
    private record Unsettled(Question question, Answer wanted, Answer nodes) {}

    private void compare(Question question, Answer wanted, Engines engines) throws Exception {
        boolean isKnown = known.names(question);
        if (!isKnown && (NO_ANSWER.contains(wanted.kind()) || isCrash(wanted.note()))) {
            return;
        }
        kinds.add(wanted.kind());
        String entrypoint = question.entrypoint();
        RegoValue input = question.input();
        Answer nodes = engines.nodes(entrypoint, input);
        if (!isKnown && !wanted.isFailure() && nodes.isConflict()) {
            unsettled.add(new Unsettled(question, wanted, nodes));
            return;
        }
        judge(question, wanted, nodes, engines);
    }

    private void judge(Question question, Answer wanted, Answer nodes, Engines engines) throws Exception {
        String entrypoint = question.entrypoint();
        RegoValue input = question.input();
        judge("nodes", question, wanted, nodes);
        judge("bytecode", question, wanted, engines.bytecode(entrypoint, input));
        if (wanted.isBuiltinError() || wanted.unindexed() != null) {
            return; // a function of WebAssembly's own that fails is undefined there, and it has no index
        }
        String text = question.text();
        judge("wasm", question, wanted, Unordered.alike(text, wanted, engines.wasm(entrypoint, input)));
        boolean answers = wanted.kind().equals(Answer.DEFINED) || wanted.kind().equals(Answer.UNDEFINED);
        if (answers && !text.contains(ITS_OWN)) {
            Answer found = AsJson.alike(wanted, engines.javaWasm(entrypoint, input));
            judge("opa-java-wasm", question, wanted, Unordered.alike(text, wanted, found));
        }
    }

    private void judge(String engine, Question question, Answer wanted, @Nullable Answer found) throws Exception {
        if (found == null || found.kind().equals(Answer.LIMIT)) {
            return;
        }
        count++;
        counts.merge(engine, 1, Integer::sum);
        if (wanted.unindexed() != null && (wanted.agrees(found) || found.isFailure())) {
            passedOver += wanted.agrees(found) ? 1 : 0;
            notPassedOver += wanted.agrees(found) ? 0 : 1;
            return;
        }
        if (wanted.agrees(found)
                || namesAnother(question, wanted, found)
                || known.covers(engine, question, wanted, found)) {
            return;
        }
        String file = SavedCases.save(differences.size(), engine, question, wanted, found);
        differences.add(engine + ": " + file + ": " + question.entrypoint() + " of " + question.input() + "\n  OPA:  "
                + wanted + "\n  ours: " + found + (question.text().length() < 400 ? "\n" + question.text() : ""));
    }

    private static boolean isCrash(String note) {
        return note.contains(NOT_EVALUATED) || note.contains(NOT_BOUND);
    }

    /** Judges what a plan alone may fail in, unless it does; OPA compiles all of a batch in one process. */
    private void settle(Engines engines) throws Exception {
        List<Unsettled> asked = List.copyOf(unsettled);
        unsettled.clear();
        if (asked.isEmpty()) {
            return;
        }
        List<Opa.Verdicts> verdicts =
                Opa.ask(asked.stream().map(each -> each.question().alone()).toList());
        for (int i = 0; i < asked.size(); i++) {
            Question question = asked.get(i).question();
            if (engines.wasm(verdicts.get(i), question.entrypoint(), question.input())
                    .isConflict()) {
                conflictsOfPlan++;
            } else {
                judge(question, asked.get(i).wanted(), asked.get(i).nodes(), engines);
            }
        }
    }

    /** Of several bodies that fail, OPA names the one that its index finds first. */
    private static boolean namesAnother(Question question, Answer wanted, Answer found) {
        String document = question.entrypoint();
        return wanted.isFailure()
                && found.isFailure()
                && RandomIndexed.ENTRYPOINTS.contains(document.substring(document.indexOf('/') + 1));
    }
}
