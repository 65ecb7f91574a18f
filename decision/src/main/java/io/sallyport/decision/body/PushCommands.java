package io.sallyport.decision.body;

import java.util.List;

/**
 * The commands at the beginning of a push of git, before its pack (git's {@code pack-protocol}, "Reference Update
 * Request"). Immutable.
 */
sealed interface PushCommands {
    /** The most bytes that commands and options have; a caller that has so many need not wait for more. */
    int MAX_BYTES = 256 << 10;

    /**
     * All commands are there.
     *
     * @param refs empty in the request by which git finds out whether it may push
     * @param options the push options
     * @param packStart where the bytes after them begin: the pack, if there is one
     */
    record Whole(List<PushCommand> refs, List<String> options, int packStart) implements PushCommands {
        public Whole {
            refs = List.copyOf(refs);
            options = List.copyOf(options);
        }
    }

    /** The bytes end before the commands do. */
    record Partial() implements PushCommands {}

    /** The bytes are no commands, or could be read in two ways, or the commands are too many. */
    record Unreadable(String why) implements PushCommands {}

    /**
     * Reads the commands, each time from the first. A caller to whom a body comes in pieces reads it again when it is
     * twice as long, or has ended.
     *
     * @param beginning the first bytes of the body, or all of them
     */
    static PushCommands read(byte[] beginning) {
        return new PushReader(beginning).read();
    }
}
