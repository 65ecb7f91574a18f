package io.sallyport.decision.ledger;

import java.math.BigDecimal;
import java.time.Duration;

/**
 * When {@code cost.budget.remaining} of one currency is told: after the first decrement, at each further twentieth of
 * the initial amount, and at zero; no more often than once a second, and the last value is never lost. Confined to one
 * thread.
 */
public final class RemainingSteps {
    /** 5 %. */
    private static final BigDecimal STEPS = BigDecimal.valueOf(20);

    private static final long PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

    private int told; // the step that was told last, 0 before the first decrement
    private boolean toldAny;
    private boolean toldZero;
    private long toldNanos;

    /** What is to be done about a value. */
    public enum Due {
        NOTHING,
        TELL,
        /** It is worth telling, and another was told too short a time ago: to be asked again. */
        LATER
    }

    /** Looks at what is left now; where it answers {@link Due#TELL}, the value is told. */
    public Due look(Balance balance, long nowNanos) {
        if (!isNews(balance)) {
            told = Math.min(told, step(balance));
            return Due.NOTHING;
        }
        if (toldAny && nowNanos - toldNanos < PAUSE_NANOS) {
            return Due.LATER;
        }
        toldAny = true;
        told = step(balance);
        toldZero = isUsedUp(balance);
        toldNanos = nowNanos;
        return Due.TELL;
    }

    /** Whether the value is worth telling, however short ago another was told. */
    public boolean isNews(Balance balance) {
        toldZero &= isUsedUp(balance);
        return step(balance) > told || (isUsedUp(balance) && !toldZero);
    }

    private static boolean isUsedUp(Balance balance) {
        return balance.remaining().signum() <= 0;
    }

    /** 0 where nothing is spent, 1 up to the first twentieth, 21 where it is used up. */
    private static int step(Balance balance) {
        BigDecimal spent = balance.initial().subtract(balance.remaining());
        if (spent.signum() <= 0) {
            return 0;
        }
        if (isUsedUp(balance)) {
            return STEPS.intValue() + 1;
        }
        return spent.multiply(STEPS).divideToIntegralValue(balance.initial()).intValue() + 1;
    }
}
