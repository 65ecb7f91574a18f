package io.sallyport.regoengine.eval;

import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.bytecode.ProgramClass;
import io.sallyport.regoengine.plan.Plan;
import io.sallyport.regoengine.plan.Preparation;

/** A plan that is prepared once for the programs that run it in different ways. */
public final class PreparedPlan {
    private final Plan prepared;

    public PreparedPlan(Plan plan) {
        prepared = Preparation.of(plan);
    }

    /** Returns the program that runs it as a user's does. */
    public Program program(ToBytecode when) {
        return program(when, ProgramClass.METHOD_BYTES);
    }

    /** @param methodBytes the size of a bytecode method at which its function is split */
    Program program(ToBytecode when, int methodBytes) {
        return switch (new Linker(prepared, StandardBuiltins.all(), when, methodBytes, null).link()) {
            case LoadedProgram.Ready(var program) -> program;
            case LoadedProgram.Refused(var errors) -> throw new IllegalStateException(errors.toString());
        };
    }
}
