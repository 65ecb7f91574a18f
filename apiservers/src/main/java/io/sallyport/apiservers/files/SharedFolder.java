package io.sallyport.apiservers.files;

import io.sallyport.model.SandboxId;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A folder that this machine and the sandbox both see. Each step into it is held open, and none is a link.
 *
 * @param directory in which each sandbox has a folder of its id; no sandbox can write there
 */
record SharedFolder(Path directory, SandboxId sandbox, TreeCopy copy) implements SandboxFiles {
    @Override
    public void get(FileName name, OpenFile to, String as) throws IOException, TransferException {
        try (OpenFile parent = parent(name, false)) {
            copy.land(parent, name.last(), to, as);
        }
    }

    /** Directories that are missing on the way are made. */
    @Override
    public void put(OpenFile from, String what, FileName name) throws IOException, TransferException {
        try (OpenFile parent = parent(name, true)) {
            copy.land(from, what, parent, name.last());
        }
    }

    private OpenFile parent(FileName name, boolean makes) throws IOException, TransferException {
        OpenFile at = root();
        for (String segment : name.parents()) {
            try (OpenFile above = at) {
                at = step(above, segment, makes);
            }
        }
        return at;
    }

    private OpenFile root() throws IOException, TransferException {
        try (OpenFile all = OpenFile.directory(directory)) {
            return directory(all, sandbox.text());
        } catch (NoSuchFileException e) {
            throw new IOException("sandbox " + sandbox + " has no folder in " + directory, e);
        }
    }

    private static OpenFile step(OpenFile above, String segment, boolean makes) throws IOException, TransferException {
        try {
            boolean isMade = makes && isMade(above, segment);
            OpenFile next = directory(above, segment);
            if (isMade) {
                Files.setPosixFilePermissions(next.path(), TreeCopy.FOR_ALL);
            }
            return next;
        } catch (NoSuchFileException _) {
            throw TreeCopy.refused(segment, "is not there");
        } catch (FileSystemException e) {
            throw TreeCopy.named(segment, e);
        }
    }

    private static boolean isMade(OpenFile above, String segment) throws IOException {
        try {
            Files.createDirectory(above.path(segment));
            return true;
        } catch (FileAlreadyExistsException _) {
            return false;
        }
    }

    private static OpenFile directory(OpenFile above, String segment) throws IOException, TransferException {
        OpenFile next = above.step(segment);
        if (next.attributes().isDirectory()) {
            return next;
        }
        boolean isLink = next.attributes().isSymbolicLink();
        next.close();
        throw TreeCopy.refused(segment, isLink ? "is a link" : "is no directory");
    }
}
