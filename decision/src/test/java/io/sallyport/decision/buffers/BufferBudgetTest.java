package io.sallyport.decision.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import org.junit.jupiter.api.Test;

class BufferBudgetTest {
    private static final int MIB = 1 << 20;

    private final BufferBudget budget = new BufferBudget(new BufferLimits(8 * MIB, 4 * MIB));
    private final SandboxBuffers one = budget.open();
    private final SandboxBuffers other = budget.open();

    private static BufferCharge charge(SandboxBuffers payer, long bytes) {
        var charge = new BufferCharge();
        charge.to(payer);
        charge.set(bytes);
        return charge;
    }

    @Test
    void givesBackWhatWasTakenToTheSameSandbox() {
        BufferCharge charge = charge(one, 100);
        charge.set(40);
        charge.to(other);
        assertThat(one.used()).isZero();
        assertThat(other.used()).isEqualTo(40);
        assertThat(budget.used()).isEqualTo(40);
        charge.set(0);
        assertThat(budget.used()).isZero();
    }

    @Test
    void aConnectionHasLessWaitingTheMoreOfItsSandboxWaits() {
        assertThat(one.level()).isEqualTo(BufferLevel.WIDE);
        charge(one, MIB);
        assertThat(one.level()).isEqualTo(BufferLevel.NARROW);
        charge(one, MIB / 2);
        assertThat(one.level()).isEqualTo(BufferLevel.SCANT);
        charge(one, MIB / 2);
        assertThat(one.level()).isEqualTo(BufferLevel.LEAST);
        assertThat(other.level()).isEqualTo(BufferLevel.WIDE);
    }

    @Test
    void refusesNothingNewBelowTheBoundOfTheSandboxAndAllAtIt() {
        BufferCharge charge = charge(one, 4 * MIB - 1);
        assertThat(one.room()).isEqualTo(Verdict.PASS);
        charge.set(4 * MIB);
        assertThat(one.room()).isEqualTo(Verdict.refuse(ReasonCode.TOO_MUCH_BUFFERED));
        assertThat(other.room()).isEqualTo(Verdict.PASS);
        charge.set(MIB);
        assertThat(one.room()).isEqualTo(Verdict.PASS);
    }

    @Test
    void sandboxesThatLeaveMuchShareWhatIsLeftAndOneThatLeavesNothingFindsRoom() {
        charge(one, 3 * MIB);
        charge(other, 3 * MIB);
        assertThat(one.room()).isEqualTo(Verdict.refuse(ReasonCode.BUFFERS_FULL));
        assertThat(budget.open().room()).isEqualTo(Verdict.PASS);
        assertThat(budget.open().level()).isEqualTo(BufferLevel.WIDE);
        charge(other, 2 * MIB);
        assertThat(budget.open().room()).isEqualTo(Verdict.refuse(ReasonCode.BUFFERS_FULL));
        assertThat(budget.open().level()).isEqualTo(BufferLevel.LEAST);
    }

    @Test
    void isFittedToTheMemoryThatThereIs() {
        assertThat(BufferLimits.fittedTo(128 * MIB)).isEqualTo(new BufferLimits(64 * MIB, 32 * MIB));
        assertThat(BufferLimits.fittedTo(0)).isEqualTo(new BufferLimits(2 * MIB, MIB));
    }

    @Test
    void aBoundOfOneSandboxIsNoMoreThanThatOfAll() {
        assertThatThrownBy(() -> new BufferLimits(2 * MIB, 3 * MIB))
                .hasMessageContaining("limits.buffered_bytes: 2097152");
        assertThatThrownBy(() -> new BufferLimits(2 * MIB, 1)).hasMessageContaining("buffered_bytes_per_sandbox: 1");
    }
}
