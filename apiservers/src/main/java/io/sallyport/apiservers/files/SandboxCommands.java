package io.sallyport.apiservers.files;

import io.sallyport.model.SandboxId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The operator's commands, which copy out of the sandbox and into it. They read and write a folder of this transfer
 * alone: what one has brought is looked at before it gets to where it is wanted, and what one takes holds nothing but
 * files.
 *
 * @param working in which that folder is made
 */
record SandboxCommands(
        FilesSettings.ByCommand settings, SandboxId sandbox, Path working, TransferCommand commands, TreeCopy copy)
        implements SandboxFiles {
    /** Of what may lie in the folder of a transfer. */
    private static final TransferBounds HELD = TransferBounds.DEFAULT;

    /** What is done with the folder of a transfer. */
    @FunctionalInterface
    private interface Work {
        void in(Path folder, OpenFile held) throws IOException, TransferException, InterruptedException;
    }

    @Override
    public void get(FileName name, OpenFile to, String as) throws IOException, TransferException, InterruptedException {
        Path source = Path.of(settings.root(), name.text());
        inFolder((folder, held) -> {
            commands.run(
                    "the download command",
                    settings.download().words(sandbox.text(), source, folder.toString(), name.last()));
            copy.land(held, name.last(), to, as);
        });
    }

    @Override
    public void put(OpenFile from, String what, FileName name)
            throws IOException, TransferException, InterruptedException {
        Path destination = Path.of(settings.root(), name.text());
        String directory = String.valueOf(destination.getParent());
        inFolder((folder, held) -> {
            copy.land(from, what, held, name.last());
            commands.run(
                    "the upload command",
                    settings.upload().words(sandbox.text(), folder.resolve(name.last()), directory, name.last()));
        });
    }

    private void inFolder(Work work) throws IOException, TransferException, InterruptedException {
        Path folder = Files.createTempDirectory(working, TreeCopy.STAGED);
        try (OpenFile held = OpenFile.directory(folder)) {
            work.in(folder, held);
        } finally {
            try (OpenFile above = OpenFile.directory(working)) {
                TreeRemoval.of(above, String.valueOf(folder.getFileName()), HELD);
            }
        }
    }
}
