package io.sallyport.apiservers.files;

import java.io.IOException;

/**
 * The files of one sandbox, as its API servers get and put them. A transfer is whole or not there, and what is refused
 * leaves nothing behind. Blocks; not safe for concurrent use.
 */
sealed interface SandboxFiles permits SharedFolder, SandboxCommands {
    /** Copies what the sandbox has as {@code name} to where it is {@code as} in {@code to}. */
    void get(FileName name, OpenFile to, String as) throws IOException, TransferException, InterruptedException;

    /** Copies {@code what} of {@code from} to where the sandbox has it as {@code name}. */
    void put(OpenFile from, String what, FileName name) throws IOException, TransferException, InterruptedException;
}
