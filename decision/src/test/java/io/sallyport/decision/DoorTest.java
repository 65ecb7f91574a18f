package io.sallyport.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.buffers.BufferCharge;
import io.sallyport.decision.ledger.Account;
import io.sallyport.decision.ledger.BudgetGrant;
import io.sallyport.decision.ledger.Ledger;
import io.sallyport.model.Decision;
import io.sallyport.model.Mode;
import io.sallyport.model.Obligations;
import io.sallyport.model.Phase;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Verdict;
import io.sallyport.model.host.CanonicalHost;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of doors and checks; whether the real doors keep to it is tested where all of them are known. */
final class DoorTest {
    private static final Decision GRANTED = new Decision.Allow(ReasonCode.GRANTED, "r", Mode.ENFORCE, Obligations.NONE);

    private static ReasonCode reason(Check check) {
        return switch (check) {
            case STANDING -> ReasonCode.LEASE_REVOKED;
            case HELD -> ReasonCode.PHASE_VIOLATION;
            case POLICY -> ReasonCode.GUARDRAIL;
            case OBLIGATIONS -> ReasonCode.UNKNOWN_OBLIGATION;
            case BUDGET -> ReasonCode.BUDGET_EXHAUSTED;
            case CONNECTIONS -> ReasonCode.TOO_MANY_CONNECTIONS;
            case BUFFERS -> ReasonCode.TOO_MUCH_BUFFERED;
            case NAMES -> ReasonCode.TOO_MANY_NEW_NAMES;
            case RATES -> ReasonCode.RATE_LIMITED;
        };
    }

    /** An operation that each of these checks refuses, and the others do not. */
    private record Refusing(Door door, Set<Check> checks) implements Operation {
        private Verdict says(Check check) {
            return Verdict.passIf(!checks.contains(check), reason(check));
        }

        @Override
        public Verdict held() {
            return says(Check.HELD);
        }

        @Override
        public Decision judged() {
            return says(Check.POLICY) instanceof Verdict.Refuse why ? why.deny() : GRANTED;
        }

        @Override
        public Verdict met(Obligations obligations) {
            return says(Check.OBLIGATIONS);
        }

        @Override
        public Verdict connected() {
            return says(Check.CONNECTIONS);
        }

        @Override
        public Verdict named(boolean counted) {
            return says(Check.NAMES);
        }

        @Override
        public Verdict rated(Obligations obligations, boolean counted) {
            return says(Check.RATES);
        }

        @Override
        public @Nullable CanonicalHost host() {
            return null;
        }

        private Judging admit() {
            return PolicyChain.of(sandbox(checks)).admit(this);
        }
    }

    /** One that says nothing but where it is asked for. */
    private record Silent(Door door) implements Operation {
        @Override
        public @Nullable CanonicalHost host() {
            return null;
        }
    }

    private static Sandbox sandbox(Set<Check> refusing) {
        var id = new SandboxId("sb-1");
        var facts = new SandboxFacts(id, null, Map.of(), Phase.EXECUTION);
        Account account = new Ledger().open(id.text(), null);
        var admission =
                new LiveAdmission(new AdmissionLimits(10, 10), InstantSource.fixed(Instant.EPOCH), () -> 0L, account);
        if (refusing.contains(Check.STANDING)) {
            admission.revoke();
        }
        if (refusing.contains(Check.BUDGET)) {
            assertThat(account.grant(Map.of("USD", BigDecimal.ONE))).isEqualTo(BudgetGrant.GRANTED);
            assertThat(account.spend("USD", BigDecimal.TWO)).isTrue();
        }
        if (refusing.contains(Check.BUFFERS)) {
            var charge = new BufferCharge();
            charge.to(admission.buffers());
            charge.set(1L << 30);
        }
        return new Sandbox(
                id, new PolicyHolder(new PolicySnapshot(facts, 1, "", null, List.of(), _ -> GRANTED)), admission);
    }

    static Stream<Arguments> cells() {
        return Stream.of(Door.values())
                .flatMap(door -> Stream.of(Check.values()).map(check -> Arguments.of(door, check)));
    }

    @ParameterizedTest
    @MethodSource("cells")
    void aCheckThatRefusesRefusesWhereverTheTableDoesNotLeaveItOut(Door door, Check check) {
        Judging judging = new Refusing(door, EnumSet.of(check)).admit();
        if (door.makes(check)) {
            assertThat(judging.verdict()).isEqualTo(Verdict.refuse(reason(check)));
            assertThat(judging)
                    .isInstanceOfSatisfying(
                            Judging.Refused.class,
                            refused -> assertThat(refused.by()).isEqualTo(check));
        } else {
            assertThat(judging.verdict()).isEqualTo(Verdict.PASS);
            assertThat(door.leftOut().get(check)).as("why").matches("[A-Z].{20,}\\.");
        }
    }

    @ParameterizedTest
    @EnumSource
    void theFirstInTheirOrderAnswers(Door door) {
        Set<Check> left = EnumSet.allOf(Check.class);
        for (Check check : Check.values()) {
            if (door.makes(check)) {
                assertThat(new Refusing(door, left).admit().verdict()).isEqualTo(Verdict.refuse(reason(check)));
            }
            left.remove(check);
        }
        assertThat(new Refusing(door, left).admit()).isInstanceOf(Judging.Admitted.class);
    }

    @Test
    void whatAnOperationForgetsToAnswerIsRefused() {
        for (Door door : List.of(Door.REQUEST, Door.QUESTION, Door.FILE, Door.SKILL, Door.TRIAL, Door.OWN_CALL)) {
            var silent = new Silent(door);
            assertThat(PolicyChain.of(sandbox(Set.of())).admit(silent).verdict())
                    .as(door.name())
                    .isEqualTo(Verdict.refuse(ReasonCode.INTERNAL_ERROR));
        }
    }
}
