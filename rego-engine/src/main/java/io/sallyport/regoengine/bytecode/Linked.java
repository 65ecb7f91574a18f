package io.sallyport.regoengine.bytecode;

/** What {@code eval} made of a plan, as far as compiled code refers to it. */
public interface Linked {
    /** Finds rules by their paths. */
    Object dispatch();

    /** The planned function called {@code name}, as nodes. */
    Object function(String name);

    /** Whether a look-up in a loop that is the same each time is made once. */
    boolean keepsLookups();

    /** What is said where the function or query called {@code name} has two values. */
    String conflict(String name, int arity);
}
