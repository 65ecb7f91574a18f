package io.sallyport.apiservers.files;

import io.sallyport.fetch.forge.FetchDeadline;
import io.sallyport.model.SandboxId;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * One file or directory, carried between a path of this machine and a sandbox. Carries once; it blocks.
 */
public final class FileTransfer {
    private final SandboxFiles files;

    private FileTransfer(SandboxFiles files) {
        this.files = files;
    }

    /**
     * As {@code settings} say.
     *
     * @param working where copies are made that commands read and write
     * @param said gets what commands write
     * @param nanoClock elapsed nanoseconds
     */
    public static FileTransfer of(
            FilesSettings settings, SandboxId sandbox, Path working, OutputStream said, LongSupplier nanoClock) {
        return of(
                settings,
                sandbox,
                working,
                said,
                FetchDeadline.in(settings.timeout(), nanoClock),
                TransferBounds.DEFAULT);
    }

    /** The same within {@code bounds}. */
    static FileTransfer of(
            FilesSettings settings,
            SandboxId sandbox,
            Path working,
            OutputStream said,
            FetchDeadline deadline,
            TransferBounds bounds) {
        var copy = new TreeCopy(bounds, deadline);
        return new FileTransfer(
                switch (settings) {
                    case FilesSettings.Shared(Path directory, var _) -> new SharedFolder(directory, sandbox, copy);
                    case FilesSettings.ByCommand commands ->
                        new SandboxCommands(commands, sandbox, working, new TransferCommand(deadline, said), copy);
                });
    }

    /**
     * Copies what the sandbox has as {@code name} to {@code local}, whole or not at all.
     *
     * @throws IOException where it cannot be carried, for what is no fault of what is carried
     */
    public void get(FileName name, Path local) throws IOException, TransferException, InterruptedException {
        try (OpenFile parent = OpenFile.directory(parent(local))) {
            files.get(name, parent, last(local));
        }
    }

    /** Copies {@code local} to where the sandbox has it as {@code name}; else as {@link #get}. */
    public void put(Path local, FileName name) throws IOException, TransferException, InterruptedException {
        try (OpenFile parent = OpenFile.directory(parent(local))) {
            files.put(parent, last(local), name);
        }
    }

    /** Whether {@code local} ends in a name, so that something can be it. */
    public static boolean hasName(Path local) {
        String last = String.valueOf(local.getFileName());
        return local.getFileName() != null && !last.isEmpty() && !last.equals(".") && !last.equals("..");
    }

    private static Path parent(Path local) {
        return Objects.requireNonNull(local.toAbsolutePath().getParent());
    }

    private static String last(Path local) {
        return String.valueOf(local.getFileName());
    }
}
