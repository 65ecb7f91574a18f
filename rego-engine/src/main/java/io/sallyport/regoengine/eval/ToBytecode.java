package io.sallyport.regoengine.eval;

/**
 * When a program is compiled to JVM bytecode. Until then, and if no class can hold it, it runs as nodes, with the same
 * answers.
 */
public enum ToBytecode {
    /** Before {@link Program#load} returns, on the calling thread: for programs that are certain to be used. */
    AT_LOAD,
    /** After {@link Program#USES_BEFORE_COMPILING} evaluations, on a separate thread. */
    WHEN_USED,
    /** Never. */
    NEVER
}
