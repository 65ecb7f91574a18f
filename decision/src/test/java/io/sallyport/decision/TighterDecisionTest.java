package io.sallyport.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.Decision;
import io.sallyport.model.Mode;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Reported;
import io.sallyport.model.SandboxId;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TighterDecisionTest {
    private static final SandboxId UP = new SandboxId("up");

    @Test
    void aDenyAboveDeniesAndIsNamed() {
        var deny = new Decision.Deny(ReasonCode.GUARDRAIL, "guardrails:no-gist", List.of());
        Decision both = TighterDecision.of(allow(Obligations.NONE), deny, UP);
        assertThat(both.reason()).isEqualTo(ReasonCode.GUARDRAIL);
        assertThat(both.rule()).isEqualTo("parent:up/guardrails:no-gist");
        assertThat(TighterDecision.of(allow(Obligations.NONE), Decision.Deny.of(ReasonCode.NO_GRANT), UP)
                        .rule())
                .isEqualTo("parent:up");
    }

    @Test
    void whatEitherReportsIsReportedUnderItsName() {
        var report = new Reported(List.of(new Decision.DenyRule("guardrails:r", "m")), true);
        Decision.Allow own = allow(Obligations.NONE).reporting(report);
        for (Decision above : List.of(own, Decision.Deny.of(ReasonCode.NO_GRANT).reporting(report))) {
            Decision both = TighterDecision.of(own, above, UP);
            assertThat(both.reported().denies())
                    .extracting(Decision.DenyRule::rule)
                    .containsExactly("guardrails:r", "parent:up/guardrails:r");
            assertThat(both.reported().notAsked()).isTrue();
        }
    }

    @Test
    void whatEitherAsksForIsDone() {
        var one = new Obligations(true, Set.of(), null, Set.of("cookie"));
        var other = new Obligations(false, Set.of(), "slow", Set.of("authorization"));
        Obligations both = Objects.requireNonNull(TighterDecision.merge(one, other));
        assertThat(both.intercept()).isTrue();
        assertThat(both.redact()).containsExactlyInAnyOrder("cookie", "authorization");
        assertThat(both.rate()).isEqualTo("slow");
        assertThat(Objects.requireNonNull(TighterDecision.merge(other, one)).rate())
                .isEqualTo("slow");
    }

    @Test
    void aCredentialIsAttachedWhereBothGrantIt() {
        var one = new Obligations(false, Set.of("a", "b"), null, Set.of());
        var other = new Obligations(false, Set.of("b", "c"), null, Set.of());
        assertThat(Objects.requireNonNull(TighterDecision.merge(one, other)).credentials())
                .containsExactly("b");
        assertThat(Objects.requireNonNull(TighterDecision.merge(one, Obligations.NONE))
                        .credentials())
                .isEmpty();
    }

    @Test
    void allRatesThatEitherNamesCount() {
        assertThat(rate("slow", "slow")).isEqualTo("slow");
        assertThat(rate("slow", "all")).isEqualTo("all+slow");
        assertThat(rate("all+slow", "slow")).isEqualTo("all+slow");
        assertThat(rate("all+slow", "by-host+slow")).isEqualTo("all+by-host+slow");
    }

    private static @Nullable String rate(String one, String other) {
        return Objects.requireNonNull(TighterDecision.merge(
                        new Obligations(false, Set.of(), one, Set.of()),
                        new Obligations(false, Set.of(), other, Set.of())))
                .rate();
    }

    @Test
    void onlyAddressesInBothAreDialled() {
        assertThat(blocks(List.of("10.0.0.0/8"), List.of("10.1.0.0/16", "192.168.0.0/16")))
                .containsExactly("10.1.0.0/16");
        assertThat(blocks(List.of("10.1.2.0/24"), List.of("10.0.0.0/8"))).containsExactly("10.1.2.0/24");
        assertThat(blocks(List.of("fd00::/8"), List.of("fd00::/16"))).containsExactly("fd00::/16");
        assertThat(blocks(List.of("10.0.0.0/8"), List.of("11.0.0.0/8"))).isNull();
        assertThat(blocks(List.of(), List.of())).isEmpty();
    }

    @Test
    void privateAddressesOfOneAreNoneOfTheOther() {
        assertThat(blocks(List.of("10.0.0.0/8"), List.of())).isNull();
        assertThat(blocks(List.of(), List.of("10.0.0.0/8"))).isNull();
        assertThat(blocks(List.of("nonsense/8"), List.of("10.0.0.0/8"))).isNull();
        var own = new Obligations(false, Set.of(), null, Set.of(), List.of("10.0.0.0/8"));
        assertThat(TighterDecision.of(allow(own), allow(Obligations.NONE), UP).reason())
                .isEqualTo(ReasonCode.ADDRESS_REFUSED);
    }

    private static @Nullable List<String> blocks(List<String> one, List<String> other) {
        return AddressBlocks.inBoth(one, other);
    }

    private static Decision.Allow allow(Obligations obligations) {
        return new Decision.Allow(ReasonCode.GRANTED, "lease:net.fetch[0]", Mode.ENFORCE, obligations);
    }
}
