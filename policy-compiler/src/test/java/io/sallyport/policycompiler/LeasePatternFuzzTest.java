package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.sallyport.decision.ActionInput;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.RequestInput;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.leasebridge.LeaseReader;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.CapabilityName;
import io.sallyport.model.Decision;
import io.sallyport.model.Phase;
import io.sallyport.model.Question;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.host.ApiServerHost;
import io.sallyport.model.host.Dialect;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.policycompiler.author.PlanStore;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.compiler.RegoCompiler;
import io.sallyport.regoengine.run.Limits;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;

/**
 * Three implementations agree on what a lease's patterns cover: the automaton of the lease, our engine with the index
 * built from it, and OPA with that index. The input consists of lines: a capability, a target, and patterns; for {@code
 * net.fetch} the target is a URL, except of API servers ({@link LeaseCoverTest}). Replays the corpus in every build;
 * {@code JAZZER_FUZZ=1} searches for more.
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

    @SuppressWarnings("NullAway.Init") // set before any test
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
        Question question = lines.size() > 2 ? question(lines.get(0), lines.get(1)) : null;
        if (question != null) {
            String json = lease(lines.get(0), lines.subList(2, lines.size()));
            if (LeaseReader.read("lease", json, null, null) instanceof LeaseReader.Read read) {
                compare(question, read.lease().covers(lines.get(0), lines.get(1)), json);
            }
        }
    }

    private static @Nullable Question question(String capability, String target) {
        if (!CAPABILITIES.contains(capability)) {
            return capability.equals(CapabilityName.NET_FETCH)
                            && CanonicalUrl.parse(target, Dialect.DOCUMENT) instanceof Canonicalized.Accepted(var url)
                            && !ApiServerHost.is(url.host().text())
                    ? CanonicalRequest.http(url.scheme(), url.host(), url.port(), "GET", url.path(), url.query())
                    : null;
        }
        return CanonicalAction.parse(capability, target, null) instanceof Canonicalized.Accepted(var action)
                ? action
                : null;
    }

    private static RegoObject input(Question question) {
        return switch (question) {
            case CanonicalAction action -> ActionInput.of(action, FACTS);
            case CanonicalRequest request -> RequestInput.of(request, FACTS);
        };
    }

    private static String lease(String capability, List<String> patterns) {
        RegoValue[] listed = patterns.stream().map(RegoString::of).toArray(RegoValue[]::new);
        return RegoObject.of(Map.of(capability, RegoArray.of(listed))).toString();
    }

    private static void compare(Question question, boolean covered, String json) throws IOException {
        SandboxPolicy policy = policy(json);
        String about = question + " under " + json;
        Decision ours = snapshot(policy).decide(question);
        assertThat(ours instanceof Decision.Allow).as(about).isEqualTo(covered);
        RegoObject asked = RegoObject.of(
                Map.of("asked", input(question), "index", policy.grants().index()));
        RegoObject theirs = (RegoObject) opa.answer(asked);
        assertThat(theirs.get("allow")).as(about).isEqualTo(RegoBoolean.of(covered));
        if (covered) {
            assertThat(theirs.get("rule")).as(about).isEqualTo(RegoString.of(String.valueOf(ours.rule())));
        }
    }

    private static SandboxPolicy policy(String json) {
        var documents = SandboxDocuments.builder().lease(json).build();
        return ((Compilation.Ready<SandboxPolicy>) COMPILER.sandbox(documents, "sb", null, PlanStore.NONE)).value();
    }

    private static PolicySnapshot snapshot(SandboxPolicy policy) {
        return policy.under(
                AuthoredRego.NONE, FACTS, 1, Limits.DEFAULT, EvalClock.of(InstantSource.system(), new Random(1)));
    }
}
