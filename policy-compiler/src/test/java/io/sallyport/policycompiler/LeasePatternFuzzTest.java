package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.sallyport.decision.ActionInput;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.LeaseReader;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CapabilityName;
import io.sallyport.model.Decision;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.compiler.RegoCompiler;
import io.sallyport.regoengine.eval.Limits;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;

/**
 * What a lease's patterns cover, three ways agree on: the automaton of the lease, our engine over the index that is made of
 * it, and OPA over that index. The input is lines: a capability, a target, and patterns. Replays the corpus in every build;
 * {@code JAZZER_FUZZ=1} looks for more.
 */
final class LeasePatternFuzzTest {
    private static final int MAX_LINES = 6;
    private static final SandboxFacts FACTS = new SandboxFacts(new SandboxId("sb"), null, Map.of(), Phase.EXECUTION);
    private static final Set<String> CAPABILITIES = Set.of(
            CapabilityName.TOOL_CALL,
            CapabilityName.FS_READ,
            CapabilityName.FS_WRITE,
            CapabilityName.MODEL_USE,
            CapabilityName.AGENT_DELEGATE,
            "x-vendor.acme.query");
    private static final String QUERY =
            "data.sallyport.decision with input as input.asked with data.sallyport.index as input.index";
    private static final Path LIBRARY = Path.of("../rego/src/main/rego");

    private static final RegoCompiler REGO = SharedCompiler.REGO;
    private static final PolicyCompiler COMPILER = new PolicyCompiler(REGO);

    @SuppressWarnings("NullAway.Init") // before any test
    private static AskedOpa opa;

    @BeforeAll
    static void startOpa() throws IOException, InterruptedException {
        opa = AskedOpa.about(QUERY, LIBRARY);
    }

    @FuzzTest(maxDuration = "30s")
    void automatonEngineAndOpaCoverTheSame(byte[] bytes) throws IOException {
        List<String> lines = new String(bytes, StandardCharsets.UTF_8)
                .lines()
                .limit(MAX_LINES)
                .toList();
        if (lines.size() > 2
                && CAPABILITIES.contains(lines.get(0))
                && CanonicalAction.parse(lines.get(0), lines.get(1), null)
                        instanceof CanonicalAction.Accepted(var action)) {
            String json = lease(lines.get(0), lines.subList(2, lines.size()));
            if (LeaseReader.read("lease", json, null, null) instanceof LeaseReader.Read read) {
                compare(action, read.lease(), json);
            }
        }
    }

    private static String lease(String capability, List<String> patterns) {
        RegoValue[] listed = patterns.stream().map(RegoString::of).toArray(RegoValue[]::new);
        return RegoObject.of(Map.of(capability, RegoArray.of(listed))).toString();
    }

    private static void compare(CanonicalAction action, Lease lease, String json) throws IOException {
        SandboxPolicy policy = policy(json);
        boolean covered = lease.covers(action.capability(), action.target());
        String about = action + " under " + json;
        Decision ours = snapshot(policy).decide(action);
        assertThat(ours instanceof Decision.Allow).as(about).isEqualTo(covered);
        RegoObject question = RegoObject.of(Map.of(
                "asked", ActionInput.of(action, FACTS), "index", policy.grants().index()));
        RegoObject theirs = (RegoObject) opa.answer(question);
        assertThat(theirs.get("allow")).as(about).isEqualTo(RegoBoolean.of(covered));
        if (covered) {
            assertThat(theirs.get("rule")).as(about).isEqualTo(RegoString.of(String.valueOf(ours.rule())));
        }
    }

    private static SandboxPolicy policy(String json) {
        var documents =
                new SandboxDocuments(json, null, null, null, Map.of(), null, null, Map.of(), null, Set.of(), false);
        return ((Compilation.Ready<SandboxPolicy>) COMPILER.sandbox(documents, "sb", null, PlanStore.NONE)).value();
    }

    private static PolicySnapshot snapshot(SandboxPolicy policy) {
        return policy.under(
                AuthoredRego.NONE, FACTS, 1, Limits.DEFAULT, EvalClock.of(InstantSource.system(), new Random(1)));
    }
}
