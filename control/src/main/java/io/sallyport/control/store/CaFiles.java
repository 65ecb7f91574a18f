package io.sallyport.control.store;

import io.sallyport.model.SandboxId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Keeps CAs as encrypted files {@code ca/ID}. Thread-safety is as {@link CaStore} documents. */
final class CaFiles implements CaStore {
    /** The folder's name in the state directory. */
    static final String PART = "ca";

    private final Path folder;
    private final SecretSeal seal;

    private CaFiles(Path folder, SecretSeal seal) {
        this.folder = folder;
        this.seal = seal;
    }

    /**
     * Opens {@code folder}, whose files are encrypted with the key in {@code keyFile}. Creates the key if there are no
     * CAs yet.
     *
     * @throws StateException if the key cannot be read, or is missing while there are CAs
     */
    static CaFiles open(Path folder, Path keyFile) throws StateException {
        byte[] key = SecretSeal.readKey(keyFile);
        if (key == null) {
            if (!list(folder).isEmpty()) {
                throw new StateException(keyFile, "is gone, and " + folder + " holds CAs that only its key opens");
            }
            key = SecretSeal.createKey(keyFile);
        }
        return new CaFiles(folder, SecretSeal.of(key));
    }

    /** Deletes the CAs that an earlier gateway kept. */
    static void clear(Path folder) throws StateException {
        for (Path file : list(folder)) {
            DurableFile.delete(file);
        }
    }

    @Override
    public byte @Nullable [] ca(SandboxId id) throws StateException {
        Path file = file(id);
        if (!Files.exists(file)) {
            return null;
        }
        byte[] opened = seal.open(id.text(), read(file));
        if (opened == null) {
            throw new StateException(
                    file, "cannot be opened: changed, of another sandbox, or sealed under another key");
        }
        return opened;
    }

    @Override
    public void save(SandboxId id, byte[] ca) throws StateException {
        DurableFile.write(file(id), seal.close(id.text(), ca));
    }

    @Override
    public void delete(SandboxId id) throws StateException {
        DurableFile.delete(file(id));
    }

    @Override
    public StateException unreadable(SandboxId id, String why) {
        return new StateException(file(id), why);
    }

    @Override
    public void retain(Set<SandboxId> ids) throws StateException {
        for (Path file : list(folder)) {
            SandboxId id = SandboxId.parse(file.getFileName().toString());
            if (id == null || !ids.contains(id)) {
                DurableFile.delete(file);
            }
        }
    }

    private Path file(SandboxId id) {
        return folder.resolve(id.text());
    }

    private static byte[] read(Path file) throws StateException {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new StateException(file, "cannot be read", e);
        }
    }

    private static List<Path> list(Path folder) throws StateException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        } catch (IOException e) {
            throw new StateException(folder, "cannot be listed", e);
        }
    }
}
