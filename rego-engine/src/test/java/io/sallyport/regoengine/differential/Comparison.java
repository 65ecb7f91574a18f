package io.sallyport.regoengine.differential;

import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Asks every engine what OPA was asked, and keeps what differs. One thread. */
final class Comparison {
    /** opa-java-wasm has a function of its own by that name, which is another. */
    private static final String ITS_OWN = "sprintf";

    /** OPA was stopped, or fell over ({@code bits.lsh} by 2^53 does that). */
    private static final Set<String> NO_ANSWER = Set.of("eval_cancel_error", "panic");

    private final List<String> differences = new ArrayList<>();
    private final KnownDifferences known = KnownDifferences.read();
    private final Map<String, Integer> counts = new TreeMap<>();
    private final Set<String> kinds = new TreeSet<>();
    private int count;

    List<String> differences() {
        return differences;
    }

    List<String> unusedKnown() {
        return known.unused();
    }

    /** Answers that were compared with OPA's. */
    int count() {
        return count;
    }

    /** Kinds of what OPA answered. */
    Set<String> kinds() {
        return kinds;
    }

    String summary() {
        return count + " comparisons: " + counts;
    }

    void compare(Batch batch, Opa.Verdicts verdicts, Engines engines) throws IOException {
        List<RegoValue> inputs = batch.inputs().stream().map(RegoJson::valueOf).toList();
        for (var listed : batch.entrypoints().entrySet()) {
            String module = batch.modules().getOrDefault(listed.getKey(), "");
            for (String entrypoint : listed.getValue()) {
                List<Answer> wanted = verdicts.answers().getOrDefault(entrypoint, List.of());
                for (int i = 0; i < wanted.size(); i++) {
                    compare(new Question(module, entrypoint, inputs.get(i), batch.data()), wanted.get(i), engines);
                }
            }
        }
    }

    /** What is asked: a document of a module, with an input, over base documents in JSON. */
    record Question(String module, String entrypoint, RegoValue input, String data) {}

    private void compare(Question question, Answer wanted, Engines engines) throws IOException {
        if (NO_ANSWER.contains(wanted.kind())) {
            return;
        }
        kinds.add(wanted.kind());
        String entrypoint = question.entrypoint();
        RegoValue input = question.input();
        judge("nodes", question, wanted, engines.nodes(entrypoint, input));
        judge("bytecode", question, wanted, engines.bytecode(entrypoint, input));
        if (wanted.isBuiltinError()) {
            return; // a function of WebAssembly's own that fails is undefined there
        }
        judge("wasm", question, wanted, engines.wasm(entrypoint, input));
        boolean answers = wanted.kind().equals(Answer.DEFINED) || wanted.kind().equals(Answer.UNDEFINED);
        if (answers && !question.module().contains(ITS_OWN)) {
            judge("opa-java-wasm", question, wanted, AsJson.alike(wanted, engines.javaWasm(entrypoint, input)));
        }
    }

    private void judge(String engine, Question question, Answer wanted, @Nullable Answer found) throws IOException {
        if (found == null || found.kind().equals(Answer.LIMIT)) {
            return;
        }
        count++;
        counts.merge(engine, 1, Integer::sum);
        if (wanted.agrees(found) || known.covers(engine, question.module())) {
            return;
        }
        String file = SavedCases.save(differences.size(), engine, question, wanted, found);
        differences.add(engine + ": " + file + ": " + question.entrypoint() + " of " + question.input() + "\n  OPA:  "
                + wanted + "\n  ours: " + found + (question.module().length() < 400 ? "\n" + question.module() : ""));
    }
}
