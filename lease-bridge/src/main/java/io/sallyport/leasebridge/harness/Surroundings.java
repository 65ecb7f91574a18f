package io.sallyport.leasebridge.harness;

/**
 * What a harness may refer to outside itself. Authors of documents from elsewhere must not learn which files and
 * variables exist: they get the same answer for what does not exist and for what they may not use.
 */
public interface Surroundings {
    /** A document, or the reason why there is none. */
    sealed interface Document {}

    /** An existing document; {@code name} is for diagnostics. */
    record Found(String name, String text) implements Document {}

    /** No document; {@code why} is safe to show to the author of the harness. */
    record Absent(String why) implements Document {}

    /** Returns the document at a canonical path inside the project, relative or absolute. */
    Document byPath(String path);

    /**
     * Returns the profile of a name, such as {@code github-read} or {@code github-push@OWNER/REPOSITORY}.
     *
     * @param path where it is in the project; canonical
     */
    default Document profile(String name, String path) {
        return byPath(path);
    }

    /** Returns the document whose bytes have that SHA-256, lower-case hex. Fetches nothing. */
    Document byHash(String sha256);

    /** Whether a path may be named. */
    sealed interface Naming {}

    record Allowed() implements Naming {}

    /** It may not; {@code why} is safe to show to the author of the harness. */
    record Refused(String why) implements Naming {}

    /** Checks a path that is named but not read here. */
    Naming naming(String path);

    /** What exists at the path of a program. */
    enum Program {
        /** An executable file. */
        READY,
        /** Something else: a directory, or a file that is not executable. */
        UNFIT,
        MISSING,
        /** Not checked: the program is started elsewhere, from directories of the operator. */
        UNSEEN
    }

    /** Returns what exists at a path inside the project, following links. */
    Program program(String path);

    /** Returns whether a harness may use {@code ${NAME}}. */
    boolean knowsVariable(String name);
}
