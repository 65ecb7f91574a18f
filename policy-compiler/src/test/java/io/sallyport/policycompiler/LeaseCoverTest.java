package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.LeaseReader;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.CapabilityName;
import io.sallyport.model.Decision;
import io.sallyport.model.Phase;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.ApiServerHost;
import io.sallyport.model.host.Dialect;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.Authoring;
import io.sallyport.policycompiler.author.Compilation;
import io.sallyport.policycompiler.author.PlanStore;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.eval.ToBytecode;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code lease subset} compares automata, but a compiled policy, as nodes or as bytecode, makes the decisions. For
 * random leases and targets they agree, so what is proved for one holds for the other.
 */
final class LeaseCoverTest {
    private static final int LEASES = 500;
    private static final int TARGETS = 8; // per lease
    private static final SandboxFacts FACTS = new SandboxFacts(new SandboxId("sb"), null, Map.of(), Phase.EXECUTION);
    private static final EvalClock CLOCK = EvalClock.of(InstantSource.system(), new Random(1));

    private static final List<PolicyCompiler> NODES_AND_BYTECODE = Stream.of(ToBytecode.NEVER, ToBytecode.AT_LOAD)
            .map(LeaseCoverTest::compiler)
            .toList();

    private int covered;
    private int asked;

    private static PolicyCompiler compiler(ToBytecode when) {
        return new PolicyCompiler(SharedCompiler.REGO, Authoring.ofGuardrails(), Authoring.ofSandbox(), when);
    }

    /** A lease, and its compiled forms. */
    private record Leased(String json, Lease lease, List<PolicySnapshot> policies) {
        static Leased of(String capability, List<String> patterns) {
            String json = written(capability, patterns);
            return LeaseReader.read("lease", json, null, null) instanceof LeaseReader.Read read
                    ? new Leased(json, read.lease(), snapshots(json))
                    : of(capability, patterns.subList(1, patterns.size()));
        }
    }

    private static String written(String capability, List<String> patterns) {
        RegoValue[] listed = patterns.stream().map(RegoString::of).toArray(RegoValue[]::new);
        return RegoObject.of(Map.of(capability, RegoArray.of(listed))).toString();
    }

    private static List<PolicySnapshot> snapshots(String lease) {
        var documents = SandboxDocuments.builder().lease(lease).build();
        return NODES_AND_BYTECODE.stream()
                .map(compiler -> compiler.sandbox(documents, "sb", null, PlanStore.NONE))
                .map(made -> ((Compilation.Ready<SandboxPolicy>) made).value())
                .map(policy -> policy.under(AuthoredRego.NONE, FACTS, 1, Limits.DEFAULT, CLOCK))
                .toList();
    }

    @ParameterizedTest(name = "{0}, seed {1}")
    @CsvSource({
        "tool.call, 1",
        "fs.read, 2",
        "fs.write, 3",
        "model.use, 4",
        "agent.delegate, 5",
        "x-vendor.acme.query, 6"
    })
    void ofNamesAndPathsTheAutomatonAndThePolicySayTheSame(String capability, long seed) {
        var samples = new LeaseSamples(capability, seed);
        for (int i = 0; i < LEASES; i++) {
            List<String> patterns = samples.patterns();
            Leased leased = Leased.of(capability, patterns);
            for (int k = 0; k < TARGETS; k++) {
                String target = samples.target(patterns);
                boolean expected = leased.lease.covers(capability, target);
                switch (CanonicalAction.parseFolded(capability, target)) {
                    case Canonicalized.Rejected(var _, var _, int _) ->
                        assertThat(expected).as(target).isFalse();
                    case Canonicalized.Accepted(var action) ->
                        leased.policies.forEach(policy -> same(policy.decide(action), expected, leased, target));
                }
                count(expected);
            }
        }
        bothVerdictsAreCommon();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {11, 12, 13})
    void ofUrlsTheAutomatonAndThePolicySayTheSameWhateverTheMethod(long seed) {
        var samples = new LeaseSamples(CapabilityName.NET_FETCH, seed);
        for (int i = 0; i < LEASES; i++) {
            List<String> patterns = samples.patterns();
            Leased leased = Leased.of(CapabilityName.NET_FETCH, patterns);
            for (int k = 0; k < TARGETS; k++) {
                String target = samples.target(patterns);
                boolean expected = leased.lease.covers(CapabilityName.NET_FETCH, target);
                switch (CanonicalUrl.parse(target, Dialect.DOCUMENT)) {
                    case Canonicalized.Rejected(var _, var _, int _) ->
                        assertThat(expected).as(target).isFalse();
                    case Canonicalized.Accepted(var url) -> compare(leased, url, samples.method(), expected);
                }
                count(expected);
            }
        }
        bothVerdictsAreCommon();
    }

    private static void compare(Leased leased, CanonicalUrl url, String method, boolean expected) {
        var request = CanonicalRequest.http(url.scheme(), url.host(), url.port(), method, url.path(), url.query());
        var connect = CanonicalRequest.connect(url.scheme(), url.host(), url.port());
        for (PolicySnapshot policy : leased.policies) {
            Decision decision = policy.decide(request);
            if (ApiServerHost.is(url.host().text())) {
                // granted only by its exact name under http: never more than the automaton permits
                assertThat(decision instanceof Decision.Allow && !expected)
                        .as(url + " under " + leased.json)
                        .isFalse();
                continue;
            }
            same(decision, expected, leased, url.text());
            if (expected && url.scheme() != Scheme.HTTP) {
                same(policy.decide(connect), true, leased, "CONNECT " + url);
            }
        }
    }

    private static void same(Decision decision, boolean expected, Leased leased, String target) {
        ReasonCode reason = expected ? ReasonCode.GRANTED : ReasonCode.NO_GRANT;
        assertThat(decision.reason()).as(target + " under " + leased.json).isEqualTo(reason);
    }

    private void count(boolean expected) {
        asked++;
        covered += expected ? 1 : 0;
    }

    private void bothVerdictsAreCommon() {
        assertThat(covered).isBetween(asked / 10, asked * 9 / 10);
    }
}
