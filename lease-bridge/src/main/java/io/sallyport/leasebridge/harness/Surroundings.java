package io.sallyport.leasebridge.harness;

import org.jspecify.annotations.Nullable;

/**
 * What a harness may refer to beyond itself. Which files there are, and which variables, is told to nobody whose documents
 * come from elsewhere: such a one sees the same answer for what does not exist and for what it may not have.
 */
public interface Surroundings {
    /** A document, or why there is none. */
    sealed interface Document {}

    /** One that is there; {@code name} is for diagnostics. */
    record Found(String name, String text) implements Document {}

    /** There is none; {@code why} is safe to show to whoever handed the harness in. */
    record Absent(String why) implements Document {}

    /** The document at a path inside the project, canonical and relative or absolute. */
    Document byPath(String path);

    /** The document whose bytes have that SHA-256, lower-case hex. Nothing is fetched for it. */
    Document byHash(String sha256);

    /** What is wrong with a path that is named and not read here, or null. */
    @Nullable
    String fault(String path);

    /** What stands at a path that a program is to be started by. */
    enum Program {
        /** A file that may be started. */
        READY,
        /** Something else: a directory, or a file that nobody may start. */
        UNFIT,
        MISSING,
        /** Nobody looks: it is started elsewhere, from directories of the operator's. */
        UNSEEN
    }

    /** What stands at a path inside the project, links followed. */
    Program program(String path);

    /** Whether {@code ${NAME}} may stand in a harness. */
    boolean knowsVariable(String name);
}
