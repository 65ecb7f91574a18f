package io.sallyport.regoengine.bytecode;

import io.sallyport.regoengine.builtin.Builtins;
import io.sallyport.regoengine.plan.Plan;
import java.lang.invoke.MethodHandles;

/** A plan as a JVM class that is not yet defined. Immutable. */
public final class ProgramClass {
    /** HotSpot compiles no method of 8,000 bytes or more; the rest is for what estimates leave out. */
    public static final int METHOD_BYTES = 7_000;

    private final byte[] bytes;
    private final Object[] data;
    private final int functionsOnNodes;

    ProgramClass(byte[] bytes, Object[] data, int functionsOnNodes) {
        this.bytes = bytes;
        this.data = data;
        this.functionsOnNodes = functionsOnNodes;
    }

    /**
     * The class of {@code plan}, which was linked without an error.
     *
     * @param methodBytes what a method holds before its function is cut; {@link #METHOD_BYTES}, less in tests
     * @throws NotCompilable where no class can hold it
     */
    public static ProgramClass of(Plan plan, Builtins builtins, Linked linked, int methodBytes) {
        return new ProgramCode(plan, builtins, linked, methodBytes).write();
    }

    /**
     * Defines it as a hidden class (JEP 371) beside the nodes, whose look-up this takes. It is unloaded when nothing
     * made of it is reachable.
     */
    public Class<?> define(MethodHandles.Lookup nodes) throws IllegalAccessException {
        return nodes.defineHiddenClassWithClassData(bytes, data, true).lookupClass();
    }

    /** How many of the plan's functions no method can hold; they run as nodes. */
    public int functionsOnNodes() {
        return functionsOnNodes;
    }

    /** The class file. */
    byte[] bytes() {
        return bytes.clone();
    }
}
