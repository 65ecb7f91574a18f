package io.sallyport.regoengine.compiler;

import java.util.List;

/** The result of a compilation. Only {@link Compiled} contains something to run. */
public sealed interface CompileOutcome {
    /**
     * OPA accepted the request.
     *
     * @param planJson OPA's IR plan, the text of a {@code plan.json}; empty if none was requested
     * @param entrypoints those that the plan provides, in the order of the request
     * @param modules what each file declares
     * @param dataReferences everything that the files reach below {@code data}, each path once
     * @param analysis what else was requested
     * @param findings what {@link PolicyChecks} found
     */
    record Compiled(
            String planJson,
            List<String> entrypoints,
            List<ModuleFacts> modules,
            List<DataReference> dataReferences,
            Analysis analysis,
            PolicyFindings findings)
            implements CompileOutcome {
        public Compiled {
            entrypoints = List.copyOf(entrypoints);
            modules = List.copyOf(modules);
            dataReferences = List.copyOf(dataReferences);
        }
    }

    /**
     * OPA refused the request, and would again.
     *
     * @param errors all errors of the stages of OPA's compiler up to the first that must end it; never empty, at most
     *     500
     * @param errorsLeftOut the number of further errors
     * @param modules what the files that could be parsed declare
     * @param dataReferences what they reach below {@code data}, as far as the compiler came
     * @param findings what {@link PolicyChecks} found, as far as the compiler came
     */
    record Refused(
            List<CompileError> errors,
            int errorsLeftOut,
            List<ModuleFacts> modules,
            List<DataReference> dataReferences,
            PolicyFindings findings)
            implements CompileOutcome {
        public Refused {
            errors = List.copyOf(errors);
            modules = List.copyOf(modules);
            dataReferences = List.copyOf(dataReferences);
        }
    }

    /**
     * A limit was reached, so it is unknown whether OPA would accept the request.
     *
     * @param message names the limit and its value
     */
    record Unavailable(Bound bound, String message) implements CompileOutcome {}

    /** The limit that was reached. */
    enum Bound {
        /** Too many requests wait. */
        QUEUE_LENGTH(false),
        /** Too many requests of this requester wait. */
        REQUESTER_SHARE(false),
        /** The request waited too long for its turn. */
        QUEUE_WAIT(false),
        /** The sources are too large. */
        SOURCE_BYTES(true),
        /** There are too many files. */
        FILE_COUNT(true),
        /** Compilation took too long. */
        TIME(true),
        /** Compilation took too much memory. */
        MEMORY(true),
        /** The sources nest too deeply. */
        STACK(true),
        /** The compiler failed because of a fault of its own. */
        COMPILER_FAULT(true),
        /** The compiler was closed. */
        CLOSED(false);

        private final boolean isOfThePolicy;

        Bound(boolean isOfThePolicy) {
            this.isOfThePolicy = isOfThePolicy;
        }

        /** Returns whether the policy caused it, so that a retry is of little use; otherwise other requests did. */
        public boolean isOfThePolicy() {
            return isOfThePolicy;
        }
    }
}
