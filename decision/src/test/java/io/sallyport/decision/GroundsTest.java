package io.sallyport.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.ledger.Account;
import io.sallyport.decision.ledger.BudgetGrant;
import io.sallyport.decision.ledger.Ledger;
import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Mode;
import io.sallyport.model.Obligations;
import io.sallyport.model.Phase;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Verdict;
import io.sallyport.model.answer.DecisionGrounds;
import io.sallyport.model.answer.GuardrailsVersion;
import io.sallyport.model.answer.Objection;
import io.sallyport.model.host.CanonicalHost;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** All that speaks against an operation, in the order of the specs: ended, policy, budget, rate. */
final class GroundsTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final Decision GRANTED =
            new Decision.Allow(ReasonCode.GRANTED, "lease:net.fetch[0]", Mode.ENFORCE, Obligations.NONE);
    private static final Decision NO_GRANT = Decision.Deny.of(ReasonCode.NO_GRANT);

    private final Ledger ledger = new Ledger();
    private final CanonicalRequest request = Requests.get("a.test", "/b", CanonicalQuery.parse("token=s3cret"));

    private Sandbox sandbox(String id, @Nullable Sandbox parent, boolean leased, @Nullable Instant end, Decision says) {
        var facts = new SandboxFacts(new SandboxId(id), null, Map.of(), Phase.EXECUTION);
        var patterns = AllowedPatterns.of(
                List.of(), Map.of(), Map.of("lease:net.fetch[0]", "https://a.test/**"), leased, GrantedHosts.NONE);
        var snapshot = new PolicySnapshot(
                facts, 1, "00", GuardrailsVersion.NONE, LeaseTerm.until(end), patterns, _ -> says, DecisionCache.OFF);
        Account account =
                ledger.open(id, parent == null ? null : parent.admission().account());
        var admission = new LiveAdmission(new AdmissionLimits(10, 1), InstantSource.fixed(NOON), () -> 0L, account);
        return new Sandbox(new SandboxId(id), new PolicyHolder(snapshot), admission, parent);
    }

    /** The request at a door that counts names. */
    private record AtDoor(PolicyChain policies, CanonicalRequest request) implements Operation {
        @Override
        public CanonicalHost host() {
            return request.host();
        }

        @Override
        public Decision judged() {
            return policies.decide(request);
        }

        @Override
        public Door door() {
            return Door.REQUEST;
        }

        @Override
        public Verdict met(Obligations obligations) {
            return Verdict.PASS;
        }

        @Override
        public Verdict connected() {
            return Verdict.PASS;
        }

        @Override
        public Verdict rated(Obligations obligations, boolean counted) {
            return Verdict.PASS;
        }

        @Override
        public Verdict named(boolean counted) {
            return policies.sandbox().admission().newName(request.host(), counted);
        }
    }

    private DecisionGrounds grounds(Sandbox sandbox) {
        PolicyChain policies = PolicyChain.of(sandbox);
        var door = new AtDoor(policies, request);
        return policies.grounds(policies.admit(door), request, door);
    }

    private List<ReasonCode> reasons(Sandbox sandbox) {
        return grounds(sandbox).objections().stream().map(Objection::reason).toList();
    }

    private static void spendAll(Sandbox sandbox, String currency) {
        assertThat(sandbox.admission().account().grant(Map.of(currency, BigDecimal.ONE)))
                .isEqualTo(BudgetGrant.GRANTED);
        assertThat(sandbox.admission().account().spend(currency, new BigDecimal("1.01")))
                .isTrue();
    }

    private static void useUpNames(Sandbox sandbox) {
        assertThat(sandbox.admission().newName(Requests.host("other.test"), true))
                .isEqualTo(Verdict.PASS);
    }

    @Test
    void allThatApplyAreNamedInTheOrderOfTheSpecs() {
        Sandbox sandbox = sandbox("sb", null, true, NOON, NO_GRANT);
        spendAll(sandbox, "USD");
        useUpNames(sandbox);
        assertThat(reasons(sandbox))
                .containsExactly(
                        ReasonCode.LEASE_EXPIRED,
                        ReasonCode.NO_GRANT,
                        ReasonCode.BUDGET_EXHAUSTED,
                        ReasonCode.TOO_MANY_NEW_NAMES);
    }

    @Test
    void whatDoesNotApplyIsNotNamed() {
        Sandbox sandbox = sandbox("sb", null, true, null, GRANTED);
        spendAll(sandbox, "USD");
        assertThat(reasons(sandbox)).containsExactly(ReasonCode.BUDGET_EXHAUSTED);
    }

    @Test
    void anAllowNamesTheLeaseAndThePatternAndNothingAgainst() {
        assertThat(grounds(sandbox("sb", null, true, null, GRANTED)))
                .isEqualTo(new DecisionGrounds("sb", "https://a.test/**", List.of()));
    }

    @Test
    void eachCurrencyThatIsUsedUpIsNamedWithWhatIsLeft() {
        Sandbox parent = sandbox("p", null, true, null, GRANTED);
        Sandbox child = sandbox("c", parent, false, null, GRANTED);
        spendAll(parent, "EUR");
        assertThat(parent.admission().account().remaining()).containsEntry("EUR", new BigDecimal("-0.01"));
        assertThat(grounds(child).objections())
                .containsExactly(
                        new Objection(ReasonCode.BUDGET_EXHAUSTED, "net.fetch", "https://a.test/b", "EUR", "-0.01"));
    }

    @Test
    void theLeaseIsItsOwnElseItsNearestAncestors() {
        Sandbox top = sandbox("top", null, true, null, GRANTED);
        Sandbox bare = sandbox("bare", top, false, null, GRANTED);
        assertThat(grounds(bare).lease()).isEqualTo("top");
        assertThat(grounds(sandbox("own", bare, true, null, GRANTED)).lease()).isEqualTo("own");
        assertThat(grounds(sandbox("none", null, false, null, GRANTED)).lease()).isNull();
    }

    @Test
    void toSayWhyCountsNothing() {
        Sandbox sandbox = sandbox("sb", null, true, null, NO_GRANT);
        for (int i = 0; i < 10; i++) {
            assertThat(reasons(sandbox)).containsExactly(ReasonCode.NO_GRANT);
        }
        useUpNames(sandbox);
    }

    @Test
    void whatRefusedStandsFirstThoughMoreWasFoundSince() {
        Sandbox sandbox = sandbox("sb", null, true, null, NO_GRANT);
        PolicyChain policies = PolicyChain.of(sandbox);
        var door = new AtDoor(policies, request);
        Judging judging = policies.admit(door);
        sandbox.admission().revoke();
        assertThat(policies.grounds(judging, request, door).objections())
                .extracting(Objection::reason)
                .containsExactly(ReasonCode.NO_GRANT, ReasonCode.LEASE_REVOKED);
    }

    @Test
    void noQueryIsRepeated() {
        assertThat(grounds(sandbox("sb", null, true, null, NO_GRANT)).toString())
                .contains("https://a.test/b")
                .doesNotContain("s3cret");
    }
}
