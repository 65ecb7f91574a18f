package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.AdmissionLimits;
import io.sallyport.decision.IdentityKind;
import io.sallyport.decision.LiveAdmission;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.PolicyHolder;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.decision.VerifiedClaims;
import io.sallyport.decision.ledger.Ledger;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxId;
import io.sallyport.policycompiler.author.AuthoredRego;
import io.sallyport.policycompiler.author.PlanStore;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What policy is told of who acts is the request's own, never what another request's decision was remembered with. */
class ActingIdentityTest extends CompiledDocuments {
    private static final String LEASE = "{\"net.fetch\": [\"https://**\", \"http://**\"]}";
    private static final CanonicalRequest CLOSED = connect("a.test");

    private static final VerifiedClaims MAIN =
            new VerifiedClaims("ci", NOW.getEpochSecond() + 60, RegoObject.of(Map.of("branch", RegoString.of("main"))));

    private final AtomicReference<Instant> now = new AtomicReference<>(NOW);

    private static PolicySnapshot guarded(String condition) {
        return snapshot(LEASE, Map.of("g.rego", """
                        package sallyport.guardrails

                        deny contains {"rule": "r", "message": "m"} if {
                        	input.net.host == "a.test"
                        	%s
                        }
                        """.formatted(condition)));
    }

    private static Sandbox sandbox(PolicySnapshot policy, @Nullable Sandbox parent) {
        var admission = new LiveAdmission(
                AdmissionLimits.BY_DEFAULT, InstantSource.fixed(NOW), () -> 0, new Ledger().open("x", null));
        return new Sandbox(new SandboxId("sb-1"), new PolicyHolder(policy), admission, parent);
    }

    private static boolean allowed(Sandbox sandbox, IdentityKind kind) {
        return PolicyChain.of(sandbox, kind).decide(CLOSED) instanceof Decision.Allow;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "input.identity.kind != \"port\"",
                "not input.identity.kind == \"port\"",
                "some k, v in input.identity; k == \"kind\"; v != \"port\"",
                "input.identity != {\"kind\": \"port\"}",
                "walk(input, [[\"identity\", \"kind\"], v]); v != \"port\"",
                "not \"port\" in {v | v := input.identity[_]}",
            })
    void aPortIsNeverAnsweredForAToken(String condition) {
        for (List<IdentityKind> order : List.of(
                List.of(IdentityKind.PORT, IdentityKind.TOKEN, IdentityKind.PORT),
                List.of(IdentityKind.TOKEN, IdentityKind.PORT, IdentityKind.RUNNER))) {
            Sandbox sandbox = sandbox(guarded(condition), null);
            for (IdentityKind kind : order) {
                assertThat(allowed(sandbox, kind)).as("%s in %s", kind, order).isEqualTo(kind == IdentityKind.PORT);
            }
        }
    }

    private PolicySnapshot signed(String condition, @Nullable VerifiedClaims claims) {
        SandboxPolicy policy = ready(COMPILER.sandbox(lease(LEASE, Map.of()), "sb-1", NOW, PlanStore.NONE));
        var facts = new SandboxFacts(new SandboxId("sb-1"), null, Map.of(), Phase.PLANNING, Set.of(), Map.of(), claims);
        String rego = "package sallyport.guardrails\n\ndeny contains {\"rule\": \"r\", \"message\": \"m\"} if "
                + condition + "\n";
        AuthoredRego guardrails = ready(COMPILER.guardrails(Map.of("g.rego", rego), null, PlanStore.NONE));
        return policy.under(guardrails, facts, 1, Limits.DEFAULT, EvalClock.of(now::get, new Random(1)));
    }

    @Test
    void claimsEndWithTheirTokenAndNoDecisionOutlivesThem() {
        Sandbox sandbox = sandbox(signed("not input.identity.claims.branch == \"main\"", MAIN), null);
        assertThat(allowed(sandbox, IdentityKind.TOKEN)).isTrue();
        now.set(NOW.plusSeconds(59));
        assertThat(allowed(sandbox, IdentityKind.TOKEN)).isTrue();
        now.set(NOW.plusSeconds(60));
        assertThat(allowed(sandbox, IdentityKind.TOKEN)).isFalse();
        assertThat(allowed(sandbox(signed("not input.identity.issuer == \"ci\"", MAIN), null), IdentityKind.TOKEN))
                .isFalse();
    }

    @Test
    void aChildHasNoClaimsOfItsParentAndTheParentsPolicySeesThat() {
        String condition = "not input.identity.issuer == \"ci\"";
        Sandbox parent = sandbox(signed(condition, MAIN), null);
        assertThat(allowed(parent, IdentityKind.TOKEN)).isTrue();
        assertThat(allowed(sandbox(signed(condition, null), parent), IdentityKind.TOKEN))
                .isFalse();
        assertThat(allowed(sandbox(signed("false", null), parent), IdentityKind.TOKEN))
                .as("the parent's policy alone refuses")
                .isFalse();
        assertThat(allowed(sandbox(signed("false", MAIN), parent), IdentityKind.TOKEN))
                .isTrue();
    }

    @Test
    void theParentsPolicyIsToldWhoActs() {
        Sandbox parent = sandbox(guarded("input.identity.kind != \"port\""), null);
        Sandbox child = sandbox(guarded("false"), parent);
        assertThat(allowed(parent, IdentityKind.PORT)).isTrue();
        assertThat(allowed(child, IdentityKind.TOKEN)).isFalse();
        assertThat(allowed(child, IdentityKind.PORT)).isTrue();
    }

    @Test
    void aRuleInReportModeIsToldTheSame() {
        PolicySnapshot policy = snapshot(
                LEASE,
                Map.of(
                        "g.rego",
                        "package sallyport.guardrails\n\ndeny contains {\"rule\": \"r\", \"message\": \"m\","
                                + " \"mode\": \"report\"} if input.identity.kind == \"port\"\n"));
        Sandbox sandbox = sandbox(policy, null);
        for (IdentityKind kind : List.of(IdentityKind.TOKEN, IdentityKind.PORT, IdentityKind.TOKEN)) {
            assertThat(PolicyChain.of(sandbox, kind).decide(CLOSED).reported().wouldDeny())
                    .isEqualTo(kind == IdentityKind.PORT);
        }
    }

    @Test
    void anotherHostsDecisionsAreRememberedAsEver() {
        PolicySnapshot policy = guarded("input.identity.kind != \"port\"");
        assertThat(policy.decide(connect("b.test"))).isSameAs(policy.decide(connect("b.test")));
        assertThat(policy.decide(CLOSED)).isNotSameAs(policy.decide(CLOSED));
    }

    @Test
    void aWordThatIsNoKindDoesNotLoad() {
        assertThat(refused("package sallyport.guardrails\n\ndeny contains {\"rule\": \"r\", \"message\": \"m\"} if"
                        + " input.identity.kind == \"ports\"\n"))
                .singleElement()
                .satisfies(error -> assertThat(error.code()).isEqualTo("NEVER_EQUAL"));
    }
}
