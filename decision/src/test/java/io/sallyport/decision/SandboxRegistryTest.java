package io.sallyport.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.decision.ledger.Ledger;
import io.sallyport.model.Decision;
import io.sallyport.model.Phase;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SandboxRegistryTest {
    private static final String FIRST = "a".repeat(64);
    private static final String SECOND = "b".repeat(64);

    private final SandboxRegistry registry = new SandboxRegistry();

    @Test
    void findsByIdAndByToken() {
        Sandbox sandbox = sandbox("one");
        registry.put(sandbox, FIRST);
        assertThat(registry.find(sandbox.id())).isSameAs(sandbox);
        assertThat(registry.findByToken(FIRST)).isSameAs(sandbox);
        assertThat(registry.holdsToken(sandbox.id(), FIRST)).isTrue();
        assertThat(registry.all()).containsExactly(sandbox);
    }

    @Test
    void anUnknownSandboxHoldsNoTokenNotEvenTheEmptyOne() {
        registry.put(sandbox("one"), FIRST);
        assertThat(registry.holdsToken(new SandboxId("two"), FIRST)).isFalse();
        assertThat(registry.holdsToken(new SandboxId("two"), "0".repeat(64))).isFalse();
        assertThat(registry.holdsToken(new SandboxId("one"), "")).isFalse();
        assertThat(registry.findByToken(SECOND)).isNull();
    }

    @Test
    void aNewTokenEndsTheOldOne() {
        registry.put(sandbox("one"), FIRST);
        Sandbox again = sandbox("one");
        registry.put(again, SECOND);
        assertThat(registry.findByToken(FIRST)).isNull();
        assertThat(registry.findByToken(SECOND)).isSameAs(again);
        assertThat(registry.holdsToken(again.id(), FIRST)).isFalse();
    }

    @Test
    void aReplacedSandboxIsTheOneThatItsTokenFinds() {
        registry.put(sandbox("one"), FIRST);
        Sandbox again = sandbox("one");
        registry.put(again, FIRST);
        assertThat(registry.findByToken(FIRST)).isSameAs(again);
    }

    @Test
    void aRemovedSandboxIsForgottenWithItsToken() {
        Sandbox sandbox = sandbox("one");
        registry.put(sandbox, FIRST);
        assertThat(registry.remove(sandbox.id())).isSameAs(sandbox);
        assertThat(registry.find(sandbox.id())).isNull();
        assertThat(registry.findByToken(FIRST)).isNull();
        assertThat(registry.remove(sandbox.id())).isNull();
    }

    @Test
    void noTwoSandboxesShareAToken() {
        registry.put(sandbox("one"), FIRST);
        assertThatThrownBy(() -> registry.put(sandbox("two"), FIRST)).isInstanceOf(IllegalArgumentException.class);
        assertThat(registry.find(new SandboxId("two"))).isNull();
    }

    private static Sandbox sandbox(String id) {
        var facts = new SandboxFacts(new SandboxId(id), null, Map.of(), Phase.PLANNING);
        Judge judge = _ -> Decision.Deny.of(ReasonCode.NO_GRANT);
        var holder = new PolicyHolder(new PolicySnapshot(facts, 1, "0", null, List.of(), judge));
        var admission = new LiveAdmission(
                AdmissionLimits.BY_DEFAULT, InstantSource.system(), () -> 0, new Ledger().open("sb-1", null));
        return new Sandbox(facts.id(), holder, admission);
    }
}
