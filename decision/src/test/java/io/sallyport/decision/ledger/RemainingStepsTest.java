package io.sallyport.decision.ledger;

import static io.sallyport.decision.ledger.RemainingSteps.Due.LATER;
import static io.sallyport.decision.ledger.RemainingSteps.Due.NOTHING;
import static io.sallyport.decision.ledger.RemainingSteps.Due.TELL;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class RemainingStepsTest {
    private static final long SECOND = 1_000_000_000;

    private final RemainingSteps steps = new RemainingSteps();
    private long now = -5 * SECOND;

    @Test
    void tellsTheFirstDecrementEachTwentiethAndZero() {
        assertThat(look("1.00")).isEqualTo(NOTHING);
        assertThat(look("0.99")).isEqualTo(TELL);
        assertThat(look("0.96")).isEqualTo(NOTHING);
        assertThat(look("0.95")).isEqualTo(TELL);
        assertThat(look("0.91")).isEqualTo(NOTHING);
        assertThat(look("0.40")).isEqualTo(TELL);
        assertThat(look("0.01")).isEqualTo(TELL);
        assertThat(look("0.00")).isEqualTo(TELL);
        assertThat(look("-3")).isEqualTo(NOTHING);
    }

    @Test
    void twoWithinASecondAreOneWithTheLatestValue() {
        assertThat(look("0.90")).isEqualTo(TELL);
        now -= SECOND / 2;
        assertThat(look("0.50")).isEqualTo(LATER);
        assertThat(look("0.40")).isEqualTo(TELL);
        assertThat(look("0.40")).isEqualTo(NOTHING);
    }

    @Test
    void aBudgetOfZeroIsToldOnce() {
        Balance nothing = new Balance("USD", BigDecimal.ZERO, BigDecimal.ZERO);
        assertThat(steps.look(nothing, 0)).isEqualTo(TELL);
        assertThat(steps.look(nothing, 9 * SECOND)).isEqualTo(NOTHING);
    }

    @Test
    void aLargerBudgetIsToldOfAnew() {
        assertThat(look("0")).isEqualTo(TELL);
        assertThat(look("0.50")).isEqualTo(NOTHING);
        assertThat(look("0.40")).isEqualTo(TELL);
        assertThat(look("0")).isEqualTo(TELL);
    }

    /** Each look comes a second after the one before. */
    private RemainingSteps.Due look(String remaining) {
        now += SECOND;
        return steps.look(new Balance("USD", new BigDecimal("1.00"), new BigDecimal(remaining)), now);
    }
}
