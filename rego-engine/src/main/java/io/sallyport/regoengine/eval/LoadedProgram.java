package io.sallyport.regoengine.eval;

import java.util.List;

/** The result of loading a plan. */
public sealed interface LoadedProgram {
    /** It can be run. */
    record Ready(Program program) implements LoadedProgram {}

    /** It cannot; {@code errors} has at least one. */
    record Refused(List<LoadError> errors) implements LoadedProgram {
        public Refused {
            errors = List.copyOf(errors);
        }
    }
}
