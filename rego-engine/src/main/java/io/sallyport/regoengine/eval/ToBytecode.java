package io.sallyport.regoengine.eval;

/** When a program becomes JVM bytecode; until then, and where no class can hold it, it runs as nodes, with the same answers. */
public enum ToBytecode {
    /** Before {@link Program#load} returns, by the thread that loads: for programs that are known to be used. */
    AT_LOAD,
    /** After {@link Program#USES_BEFORE_COMPILING} evaluations, by a thread of its own. */
    WHEN_USED,
    /** Never. */
    NEVER
}
