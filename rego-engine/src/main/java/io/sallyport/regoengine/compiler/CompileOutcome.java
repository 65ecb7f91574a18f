package io.sallyport.regoengine.compiler;

import java.util.List;

/** What came of a compilation. Only the first of the three yields something to run. */
public sealed interface CompileOutcome {
    /**
     * OPA took it.
     *
     * @param planJson OPA's IR plan, the text of a {@code plan.json}; empty where none was asked for
     * @param entrypoints those that the plan answers, in the order of the request
     * @param modules what each file declares
     * @param dataReferences all that the files reach below {@code data}, each path once
     * @param analysis what else was asked for
     */
    record Compiled(
            String planJson,
            List<String> entrypoints,
            List<ModuleFacts> modules,
            List<DataReference> dataReferences,
            Analysis analysis)
            implements CompileOutcome {
        public Compiled {
            entrypoints = List.copyOf(entrypoints);
            modules = List.copyOf(modules);
            dataReferences = List.copyOf(dataReferences);
        }
    }

    /**
     * OPA refused it; it would again.
     *
     * @param errors all that the stage of OPA's compiler found which found any, never empty, at most 500
     * @param errorsLeftOut how many there were beyond that
     * @param modules what the files declare that could be parsed
     */
    record Refused(List<CompileError> errors, int errorsLeftOut, List<ModuleFacts> modules) implements CompileOutcome {
        public Refused {
            errors = List.copyOf(errors);
            modules = List.copyOf(modules);
        }
    }

    /**
     * A bound was met, so nobody knows whether OPA would take it.
     *
     * @param message names the bound and its value
     */
    record Unavailable(Bound bound, String message) implements CompileOutcome {}

    /** Which bound. */
    enum Bound {
        /** Too many wait. */
        QUEUE_LENGTH(false),
        /** This requester has enough waiting. */
        REQUESTER_SHARE(false),
        /** It waited too long for its turn. */
        QUEUE_WAIT(false),
        /** Too much text. */
        SOURCE_BYTES(true),
        /** Too many files. */
        FILE_COUNT(true),
        /** It took too long. */
        TIME(true),
        /** It took too much memory. */
        MEMORY(true),
        /** It nests too deep. */
        STACK(true),
        /** The compiler failed in a way that is a fault of its own. */
        COMPILER_FAULT(true),
        /** The compiler was closed. */
        CLOSED(false);

        private final boolean isOfThePolicy;

        Bound(boolean isOfThePolicy) {
            this.isOfThePolicy = isOfThePolicy;
        }

        /** Whether the policy is to blame, so that trying again is of little use; else others are. */
        public boolean isOfThePolicy() {
            return isOfThePolicy;
        }
    }
}
