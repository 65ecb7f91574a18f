package io.sallyport.regoengine.bytecode;

import io.sallyport.regoengine.builtin.Builtins;
import io.sallyport.regoengine.plan.Plan;
import java.lang.invoke.MethodHandles;

/** A plan as a JVM class that is not yet defined. Immutable. */
public final class ProgramClass {
    /** HotSpot does not compile methods of 8,000 bytes or more; the margin covers errors of the estimates. */
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
     * Returns the class of {@code plan}, which must have been linked without errors.
     *
     * @param methodBytes the size of a method at which its function is split; {@link #METHOD_BYTES}, less in tests
     * @throws NotCompilable if no class can hold it
     */
    public static ProgramClass of(Plan plan, Builtins builtins, Linked linked, int methodBytes) {
        return new ProgramCode(plan, builtins, linked, methodBytes).write();
    }

    /**
     * Defines the class as a hidden class (JEP 371) in the package of {@code nodes}. It is unloaded when none of its
     * instances is reachable.
     */
    public Class<?> define(MethodHandles.Lookup nodes) throws IllegalAccessException {
        return nodes.defineHiddenClassWithClassData(bytes, data, true).lookupClass();
    }

    /** Returns how many of the plan's functions no method can hold; they run as nodes. */
    public int functionsOnNodes() {
        return functionsOnNodes;
    }

    /** Returns the class file. */
    byte[] bytes() {
        return bytes.clone();
    }
}
