package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.bytecode.ProgramClass;
import java.lang.invoke.MethodHandles;

/** Defines the class of a program beside the nodes, where only it can be reached from itself (JEP 371). */
public final class HiddenClass {
    private HiddenClass() {}

    /** The queries of {@code program}. The class is unloaded when nothing made of it is reachable. */
    public static CompiledQueries define(ProgramClass program) {
        try {
            Class<?> defined = program.define(MethodHandles.lookup());
            return (CompiledQueries) defined.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a class that was just made cannot be used", e);
        }
    }
}
