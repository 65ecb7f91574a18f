package io.sallyport.regoengine.builtin.pattern.automaton;

/**
 * The remaining effort of one proof about languages. When it is used up, the languages that are computed with it say
 * nothing any more, and whoever draws a conclusion must ask {@link #isSpent} before. Confined to its thread.
 */
public final class StateBudget {
    /** Limit of states of one automaton while it is built. */
    static final int MAX_STATES_OF_ONE = 10_000;

    private long left;

    /** @param states limit of states of all automata that are built */
    public StateBudget(long states) {
        left = states;
    }

    /** Takes states from the budget. Returns whether that many were left. */
    public boolean take(long states) {
        left = left < states ? -1 : left - states;
        return left >= 0;
    }

    /** Ends the budget: something could not be computed. */
    public void spend() {
        left = -1;
    }

    /** Returns whether something could not be computed. */
    public boolean isSpent() {
        return left < 0;
    }
}
