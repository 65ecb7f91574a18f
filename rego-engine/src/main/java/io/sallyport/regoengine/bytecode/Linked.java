package io.sallyport.regoengine.bytecode;

/** The parts of a plan linked by {@code eval} that compiled code refers to. */
public interface Linked {
    /** Returns what finds rules by path. */
    Object dispatch();

    /** Returns the planned function named {@code name}, as nodes. */
    Object function(String name);

    /** Returns whether an invariant look-up in a loop is made once. */
    boolean keepsLookups();

    /** Returns the message for conflicting values of the function or query named {@code name}. */
    String conflict(String name, int arity);
}
