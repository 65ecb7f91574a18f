package io.sallyport.apiservers.files;

import io.sallyport.fetch.landing.UploadCommand;
import java.nio.file.Path;
import java.time.Duration;

/** How API servers exchange files with their sandbox: {@code api_servers.files} of the configuration. Immutable. */
public sealed interface FilesSettings {
    /** For one transfer, by default. */
    Duration STANDARD_TIMEOUT = Duration.ofMinutes(5);

    /** The most that may be set for one transfer. */
    Duration LONGEST_TIMEOUT = Duration.ofHours(1);

    /** For one transfer. */
    Duration timeout();

    /**
     * By folders that are shared.
     *
     * @param directory absolute; sandbox ID sees the folder ID in it
     */
    record Shared(Path directory, Duration timeout) implements FilesSettings {}

    /**
     * By commands.
     *
     * @param download out of the sandbox
     * @param upload into it
     * @param root in the sandbox, absolute, without a slash at its end; what servers name lies below it
     */
    record ByCommand(UploadCommand download, UploadCommand upload, String root, Duration timeout)
            implements FilesSettings {}
}
