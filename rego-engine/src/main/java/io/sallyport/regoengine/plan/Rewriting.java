package io.sallyport.regoengine.plan;

import java.util.EnumSet;
import java.util.Set;

/**
 * What a plan is changed by before it is run. Each can be left out by itself, to find out which one a wrong answer
 * comes from ({@link Preparation#of(Plan, Set)}); a gateway does all of them.
 */
public enum Rewriting {
    /**
     * A negation of what is found among documents of rules by a name known at run time does not hold in OPA's plan
     * where it should. Not for speed: without it a {@code deny} behind one is off. Relies on the form of the blocks
     * alone.
     */
    NEGATIONS,

    /**
     * Look-ups in storage are told from look-ups in values. Not for speed: without it {@code data.ports[443]} does not
     * find what OPA finds. Relies on the place of a statement.
     */
    STORAGE_LOOKUPS,

    /** Pairs of blocks that do nothing are taken away. Relies on the form of the blocks alone, on no local. */
    STRAIGHT_BLOCKS,

    /**
     * Collections of constants are made once. Relies on what all statements of the function, and of the plan, add to.
     */
    CONSTANT_COLLECTIONS,

    /**
     * What OPA's index of rules passes over is passed over before anything in it can fail. Not for speed: without it a
     * {@code deny} for one host fails the requests to all hosts. Relies on the place of a statement, and on all bodies
     * of the function.
     */
    INDEXED_CONDITIONS,

    /**
     * A loop over a long list of base data runs for the elements that its first test can hold for ({@link
     * NarrowedLoops}). Relies on the statements before the test, and on what all statements of the loop set.
     */
    NARROWED_LOOPS,

    /**
     * In a loop, bytecode keeps a look-up whose answer is always the same. Relies on all statements of the function.
     */
    KEPT_LOOKUPS,

    /**
     * A regular expression of the program's text is searched for by an automaton. Relies on what the expression has,
     * and on nothing of the plan.
     */
    EXPRESSION_AUTOMATA;

    /** All of them. */
    public static Set<Rewriting> all() {
        return EnumSet.allOf(Rewriting.class);
    }
}
