package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.RequestInput;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Grant;
import io.sallyport.model.Phase;
import io.sallyport.model.RequestKind;
import io.sallyport.model.SandboxId;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoNull;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The library, run by OPA on indexes of random grants, compared with {@link PlainMatch}. */
class GrantIndexOpaTest {
    private static final int CASES = 300;
    private static final int REQUESTS = 20;
    private static final SandboxFacts FACTS = new SandboxFacts(new SandboxId("sb"), null, Map.of(), Phase.EXECUTION);

    private static final String QUERY = "[answer | some c in data.cases; index := c.index; some asked in c.inputs;"
            + " answer := data.sallyport.decision with input as asked with data.sallyport.index as index]";

    private record Question(long seed, Set<GrantSide> sides, List<Grant.Net> grants, CanonicalRequest request) {}

    @Test
    void indexAnswersAsPlainMatchingDoes(@TempDir Path folder) throws IOException {
        List<Question> questions = new ArrayList<>();
        List<RegoValue> cases = new ArrayList<>();
        for (long seed = 0; seed < CASES; seed++) {
            cases.add(aCase(seed, questions));
        }
        Path file = folder.resolve("cases.json");
        Files.writeString(
                file, RegoObject.of(Map.of("cases", RegoArray.of(cases))).toString());
        List<RegoValue> answers = Opa.require()
                .eval(
                        List.of(
                                "-d",
                                Path.of("../rego/src/main/rego").toRealPath().toString(),
                                "-d",
                                file.toString()),
                        QUERY);
        assertThat(answers).hasSameSizeAs(questions);
        int allowed = 0;
        for (int i = 0; i < answers.size(); i++) {
            allowed += check(questions.get(i), (RegoObject) answers.get(i)) ? 1 : 0;
        }
        assertThat(allowed).as("allowed of " + answers.size()).isBetween(answers.size() / 10, answers.size() * 9 / 10);
    }

    private static RegoObject aCase(long seed, List<Question> questions) {
        Samples samples = new Samples(seed);
        List<Grant.Net> grants = samples.grants();
        Set<GrantSide> sides = EnumSet.copyOf(samples.oneOf(List.of(
                List.of(GrantSide.LEASE),
                List.of(GrantSide.LEASE, GrantSide.FETCH),
                List.of(GrantSide.POLICY, GrantSide.FETCH),
                List.of(GrantSide.values()))));
        List<RegoValue> inputs = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            CanonicalRequest request = samples.request();
            inputs.add(RequestInput.of(request, FACTS));
            questions.add(new Question(seed, sides, grants, request));
        }
        return RegoObject.of(Map.of("index", index(sides, grants), "inputs", RegoArray.of(inputs)));
    }

    private static RegoObject index(Set<GrantSide> sides, List<Grant.Net> grants) {
        SortedMap<GrantSide, RegoObject> parts = new TreeMap<>();
        sides.forEach(side -> parts.put(side, GrantIndex.of(side, grants, List.of())));
        return SideIndexes.of(parts, null, new TreeMap<>(), List.of());
    }

    /** Returns whether the request was allowed. */
    private static boolean check(Question question, RegoObject answer) {
        List<List<Grant.Net>> bySide = question.sides().stream()
                .filter(side -> side.kinds().contains(question.request().kind()))
                .map(side -> covering(question, side))
                .toList();
        boolean allowed = !bySide.isEmpty() && bySide.stream().noneMatch(List::isEmpty);
        List<Grant.Net> covering = bySide.stream().flatMap(List::stream).toList();
        boolean intercept = allowed
                && question.request().kind() == RequestKind.CONNECT
                && !covering.stream()
                        .allMatch(grant ->
                                grant.leavesTunnelsClosed() && !PlainMatch.opensTunnel(grant, question.request()));
        assertThat(answer.get("allow")).as("allow: %s", question).isEqualTo(RegoBoolean.of(allowed));
        assertThat(answer.get("rule"))
                .as("rule: %s", question)
                .isEqualTo(allowed ? RegoString.of(bySide.getFirst().getFirst().rule()) : RegoNull.NULL);
        assertThat(String.valueOf(answer.get("obligations")))
                .as("obligations: %s", question)
                .contains("\"intercept\":" + intercept);
        List<String> addresses = allowed ? bySide.getLast().getFirst().addresses() : List.of();
        assertThat(String.valueOf(answer.get("obligations")))
                .as("addresses: %s", question)
                .matches(text -> addresses.isEmpty()
                        ? !text.contains("addresses")
                        : text.contains("\"addresses\":[\"" + addresses.getFirst() + "\"]"));
        return allowed;
    }

    private static List<Grant.Net> covering(Question question, GrantSide side) {
        return question.grants().stream()
                .filter(grant -> !side.kindsOf(grant).isEmpty() && PlainMatch.covers(grant, question.request()))
                .toList();
    }
}
