package io.sallyport.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.decision.ledger.Ledger;
import io.sallyport.model.Decision;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Verdict;
import io.sallyport.model.answer.GuardrailsVersion;
import io.sallyport.model.host.CanonicalHost;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LiveAdmissionTest {
    private static final Instant EXPIRY = Instant.parse("2030-01-01T00:00:00.000000002Z");
    private static final CanonicalHost HOST = Requests.host("a.test");

    private final AtomicReference<Instant> now = new AtomicReference<>(EXPIRY.minusSeconds(60));
    private final InstantSource clock = now::get;
    private final LiveAdmission admission =
            new LiveAdmission(new AdmissionLimits(2, 1), clock, () -> 0, new Ledger().open("sb-1", null));

    @Test
    void admitsUntilTheInstantOfExpiryAndNotAtIt() {
        now.set(EXPIRY.minusNanos(1));
        assertThat(admission.standing(snapshot(EXPIRY))).isEqualTo(Verdict.PASS);
        now.set(EXPIRY);
        assertThat(admission.standing(snapshot(EXPIRY))).isEqualTo(Verdict.refuse(ReasonCode.LEASE_EXPIRED));
    }

    @Test
    void aGraceIsGivenWhereItIsSetAndNoMore() {
        var graced = new LiveAdmission(
                new AdmissionLimits(2, 1, Duration.ofSeconds(1)), clock, () -> 0, new Ledger().open("sb-1", null));
        now.set(EXPIRY.plusSeconds(1).minusNanos(1));
        assertThat(graced.standing(snapshot(EXPIRY))).isEqualTo(Verdict.PASS);
        now.set(EXPIRY.plusSeconds(1));
        assertThat(graced.standing(snapshot(EXPIRY))).isEqualTo(Verdict.refuse(ReasonCode.LEASE_EXPIRED));
        assertThatThrownBy(() -> new AdmissionLimits(2, 1, Duration.ofMillis(1001)))
                .hasMessageContaining("lease.expiry_grace");
    }

    @Test
    void aSnapshotWithoutExpiryDoesNotExpire() {
        now.set(Instant.MAX);
        assertThat(admission.standing(snapshot(null))).isEqualTo(Verdict.PASS);
    }

    @Test
    void whatWasSeenToEndHasEndedWhereverTheClockIsSetAfterwards() {
        PolicySnapshot seen = snapshot(EXPIRY);
        now.set(EXPIRY.plusSeconds(86_400));
        assertThat(admission.standing(seen)).isEqualTo(Verdict.refuse(ReasonCode.LEASE_EXPIRED));
        now.set(EXPIRY.minusSeconds(60));
        assertThat(admission.standing(seen)).isEqualTo(Verdict.refuse(ReasonCode.LEASE_EXPIRED));
        assertThat(admission.standing(after(seen)))
                .as("of the same documents, as beside new guardrails")
                .isEqualTo(Verdict.refuse(ReasonCode.LEASE_EXPIRED));
        assertThat(admission.standing(snapshot(EXPIRY)))
                .as("documents that were put again")
                .isEqualTo(Verdict.PASS);
    }

    @Test
    void anAncestorThatWasSeenToEndHasEndedForAllBelowIt() {
        var ledger = new Ledger();
        var parent = sandbox("parent", snapshot(EXPIRY), ledger, null);
        var child = sandbox("child", snapshot(null), ledger, parent);
        now.set(EXPIRY);
        assertThat(PolicyChain.of(child).standing()).isEqualTo(Verdict.refuse(ReasonCode.LEASE_EXPIRED));
        now.set(EXPIRY.minusSeconds(60));
        assertThat(PolicyChain.of(child).standing()).isEqualTo(Verdict.refuse(ReasonCode.LEASE_EXPIRED));
    }

    private Sandbox sandbox(String id, PolicySnapshot policy, Ledger ledger, @Nullable Sandbox parent) {
        var account = ledger.open(id, parent == null ? null : parent.admission().account());
        var own = new LiveAdmission(new AdmissionLimits(2, 1), clock, () -> 0, account);
        return new Sandbox(new SandboxId(id), new PolicyHolder(policy), own, parent);
    }

    private static PolicySnapshot after(PolicySnapshot before) {
        Judge judge = _ -> Decision.Deny.of(ReasonCode.NO_GRANT);
        return new PolicySnapshot(
                Requests.FACTS,
                2,
                "1",
                GuardrailsVersion.NONE,
                before.term(),
                AllowedPatterns.of(List.of()),
                judge,
                DecisionCache.OFF);
    }

    @Test
    void revocationComesFirstAndLasts() {
        now.set(EXPIRY);
        admission.revoke();
        assertThat(admission.standing(snapshot(EXPIRY))).isEqualTo(Verdict.refuse(ReasonCode.LEASE_REVOKED));
        assertThat(admission.standing(snapshot(null))).isEqualTo(Verdict.refuse(ReasonCode.LEASE_REVOKED));
    }

    @Test
    void newNamesBeyondTheRateAreRefused() {
        assertThat(admission.newName(HOST, true)).isEqualTo(Verdict.PASS);
        assertThat(admission.newName(Requests.host("b.test"), true))
                .isEqualTo(Verdict.refuse(ReasonCode.TOO_MANY_NEW_NAMES));
        assertThat(admission.newName(HOST, true)).isEqualTo(Verdict.PASS);
    }

    @Test
    void addressesAreNoNames() {
        assertThat(admission.newName(HOST, true)).isEqualTo(Verdict.PASS);
        assertThat(admission.newName(Requests.host("192.0.2.1"), true)).isEqualTo(Verdict.PASS);
    }

    @Test
    void connectionsAreBounded() {
        assertThat(admission.opened()).isTrue();
        assertThat(admission.opened()).isTrue();
        assertThat(admission.opened()).isFalse();
        admission.closed();
        assertThat(admission.opened()).isTrue();
        assertThat(admission.connections()).isEqualTo(2);
    }

    @Test
    void limitsThatAdmitNothingAreMistakes() {
        assertThatThrownBy(() -> new AdmissionLimits(0, 1)).hasMessageContaining("limits.connections_per_sandbox: 0");
        assertThatThrownBy(() -> new AdmissionLimits(1, -1)).hasMessageContaining("limits.new_names_per_minute: -1");
    }

    private static PolicySnapshot snapshot(@Nullable Instant expiresAt) {
        Judge judge = _ -> Decision.Deny.of(ReasonCode.NO_GRANT);
        return new PolicySnapshot(Requests.FACTS, 1, "0", expiresAt, List.of(), judge);
    }
}
