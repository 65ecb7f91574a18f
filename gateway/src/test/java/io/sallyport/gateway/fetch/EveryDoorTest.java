package io.sallyport.gateway.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.ActingIdentity;
import io.sallyport.decision.AdmissionLimits;
import io.sallyport.decision.Check;
import io.sallyport.decision.Door;
import io.sallyport.decision.Judge;
import io.sallyport.decision.LiveAdmission;
import io.sallyport.decision.PolicyHolder;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.decision.buffers.BufferBudget;
import io.sallyport.decision.buffers.BufferCharge;
import io.sallyport.decision.buffers.BufferLimits;
import io.sallyport.decision.ledger.Account;
import io.sallyport.decision.ledger.BudgetGrant;
import io.sallyport.decision.ledger.Ledger;
import io.sallyport.decision.rates.NamedRate;
import io.sallyport.decision.rates.NamedRates;
import io.sallyport.decision.rates.RateBounds;
import io.sallyport.decision.rates.RateKey;
import io.sallyport.decision.rates.RateSubject;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CapabilityName;
import io.sallyport.model.Decision;
import io.sallyport.model.Mode;
import io.sallyport.model.Obligations;
import io.sallyport.model.Phase;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.text.Parsed;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each door of the gateway faces each check, or the table of {@link Door} says why it does not. */
class EveryDoorTest {
    private static final SandboxId SB = new SandboxId("sb-1");

    private static final Set<String> GATED = Set.of(CapabilityName.TOOL_CALL, CapabilityName.MODEL_USE);

    private final Account account = new Ledger().open(SB.text(), null);
    private final LiveAdmission admission = new LiveAdmission(
            new AdmissionLimits(1, 1),
            InstantSource.fixed(Instant.EPOCH),
            () -> 0L,
            account,
            new BufferBudget(BufferLimits.fittedTo(0)).open(),
            new NamedRates(
                    List.of(new NamedRate("used-up", 1, Duration.ofHours(1), 1, List.of(new RateKey.BySandbox()))),
                    RateBounds.DEFAULT,
                    () -> 0L));

    static Stream<Arguments> cells() {
        return Stream.of(Door.values())
                .flatMap(door -> Stream.of(Check.values()).map(check -> Arguments.of(door, check)));
    }

    @ParameterizedTest
    @MethodSource("cells")
    void aDoorRefusesWhatACheckRefusesOrTheTableLeavesItOut(Door door, Check check) {
        var doors = new KnockedDoors(sandbox(door, check));
        pose(check, doors);
        ReasonCode reason = doors.knock(door, check);
        if (door.makes(check)) {
            assertThat(reason).isEqualTo(refusal(door, check));
        } else {
            assertThat(reason).isIn(ReasonCode.GRANTED, ReasonCode.GATEWAY_OWN);
        }
    }

    /** One of which {@code check} alone refuses an operation at {@code door}, as far as that lies in its policy. */
    private Sandbox sandbox(Door door, Check check) {
        Phase phase = check == Check.HELD ? Phase.PLANNING : Phase.EXECUTION;
        var facts = new SandboxFacts(SB, null, Map.of(), phase, GATED, Map.of(), null);
        var policy = new PolicySnapshot(facts, 1, "", null, List.of(), new Says(said(check), door == Door.TCP_TUNNEL));
        return new Sandbox(SB, new PolicyHolder(policy), admission);
    }

    private static Decision said(Check check) {
        return switch (check) {
            case POLICY -> Decision.Deny.of(ReasonCode.GUARDRAIL);
            case OBLIGATIONS -> allow(new Obligations(false, Set.of(), "slow", Set.of()));
            case RATES -> allow(new Obligations(false, Set.of(), "used-up", Set.of()));
            default -> allow(Obligations.NONE);
        };
    }

    private static Decision allow(Obligations obligations) {
        return new Decision.Allow(ReasonCode.GRANTED, "rule-1", Mode.ENFORCE, obligations);
    }

    /** Always the same; of tunnels by TLS, that nobody grants them, where only others are. */
    private record Says(Decision said, boolean tunnelsForAnything) implements Judge {
        @Override
        public Decision decide(CanonicalRequest request) {
            boolean other = request.kind() == RequestKind.CONNECT && request.scheme() != Scheme.TCP;
            return tunnelsForAnything && other ? Decision.Deny.of(ReasonCode.NO_GRANT) : said;
        }

        @Override
        public Judgement judge(CanonicalAction action, ActingIdentity identity) {
            return new Judgement(said, true, true, null);
        }
    }

    /** What is true of the sandbox now. */
    private void pose(Check check, KnockedDoors doors) {
        switch (check) {
            case STANDING -> admission.revoke();
            case BUDGET -> {
                assertThat(account.grant(Map.of("USD", BigDecimal.ONE))).isEqualTo(BudgetGrant.GRANTED);
                assertThat(account.spend("USD", BigDecimal.TWO)).isTrue();
            }
            case CONNECTIONS -> assertThat(admission.opened()).isTrue();
            case BUFFERS -> {
                var charge = new BufferCharge();
                charge.to(admission.buffers());
                charge.set(1L << 30);
            }
            case NAMES -> admission.newName(host(), true);
            case RATES -> {
                doors.useUpRates();
                admission.rates().take("used-up", new RateSubject(SB.text(), "other.test", Map.of()), true);
            }
            case HELD, POLICY, OBLIGATIONS -> {} // in its policy
        }
    }

    private static CanonicalHost host() {
        return ((Parsed.Accepted<CanonicalHost>) CanonicalHost.parse("other.test")).value();
    }

    private static ReasonCode refusal(Door door, Check check) {
        return switch (check) {
            case STANDING -> ReasonCode.LEASE_REVOKED;
            case HELD ->
                door == Door.QUESTION || door == Door.MODEL ? ReasonCode.PHASE_VIOLATION : ReasonCode.LOCAL_NAME;
            case POLICY -> ReasonCode.GUARDRAIL;
            case OBLIGATIONS -> ReasonCode.UNKNOWN_OBLIGATION;
            case BUDGET -> ReasonCode.BUDGET_EXHAUSTED;
            case CONNECTIONS -> ReasonCode.TOO_MANY_CONNECTIONS;
            case BUFFERS -> ReasonCode.TOO_MUCH_BUFFERED;
            case NAMES -> ReasonCode.TOO_MANY_NEW_NAMES;
            case RATES -> ReasonCode.RATE_LIMITED;
        };
    }
}
