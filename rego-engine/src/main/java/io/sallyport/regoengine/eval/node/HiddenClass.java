package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.bytecode.ProgramClass;
import java.lang.invoke.MethodHandles;

/**
 * Defines the class of a program in the package of the nodes, as a hidden class that only its own instances reference
 * (JEP 371).
 */
public final class HiddenClass {
    private HiddenClass() {}

    /** Returns the queries of {@code program}. The class is unloaded when none of its instances is reachable. */
    public static CompiledQueries define(ProgramClass program) {
        try {
            Class<?> defined = program.define(MethodHandles.lookup());
            return (CompiledQueries) defined.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a class that was just made cannot be used", e);
        }
    }
}
