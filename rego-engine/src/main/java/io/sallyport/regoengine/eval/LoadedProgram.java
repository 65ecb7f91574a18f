package io.sallyport.regoengine.eval;

import java.util.List;

/** The result of loading a plan. */
public sealed interface LoadedProgram {
    /** The program can be run. */
    record Ready(Program program) implements LoadedProgram {}

    /** The plan cannot be run; {@code errors} has at least one entry. */
    record Refused(List<LoadError> errors) implements LoadedProgram {
        public Refused {
            errors = List.copyOf(errors);
        }
    }
}
