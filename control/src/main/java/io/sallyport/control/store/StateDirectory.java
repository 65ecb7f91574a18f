package io.sallyport.control.store;

import io.sallyport.model.file.FileReplacement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder in which one gateway at a time keeps its state, mode 0700. Holds the folder's lock until {@link #close}.
 */
public final class StateDirectory implements AutoCloseable {
    private final Path root;
    private final StateLock lock;

    private StateDirectory(Path root, StateLock lock) {
        this.root = root;
        this.lock = lock;
    }

    /** Returns the default folder: {@code sallyport/} under {@code XDG_STATE_HOME} or {@code ~/.local/state}. */
    public static Path defaultPath(Map<String, String> environment) {
        String xdg = environment.getOrDefault("XDG_STATE_HOME", "");
        if (!xdg.isEmpty() && Path.of(xdg).isAbsolute()) {
            return Path.of(xdg, "sallyport");
        }
        String home = environment.getOrDefault("HOME", System.getProperty("user.home", "."));
        return Path.of(home, ".local", "state", "sallyport").toAbsolutePath();
    }

    /**
     * Creates the folder if it is missing and takes its lock.
     *
     * @param wait called while another process holds the lock; the folder's content is not touched meanwhile
     */
    public static StateDirectory open(Path root, LockWait wait) throws StateException {
        try {
            Files.createDirectories(root);
            Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwx------"));
            var directory = new StateDirectory(root, StateLock.take(root, wait));
            directory.prepare();
            return directory;
        } catch (IOException e) {
            throw new StateException(root, "cannot be used as state directory", e);
        }
    }

    public Path root() {
        return root;
    }

    /** Opens the store, with the default limit of past policies. */
    public Store store() {
        return store(PastPolicies.DEFAULT_BYTES);
    }

    /**
     * Opens the store.
     *
     * @param pastBytes the limit of past policies, in bytes; 0 to keep none
     */
    public Store store(int pastBytes) {
        return new DiskStore(root, pastBytes);
    }

    /**
     * Opens the CA store.
     *
     * @param keyFile the file of the encryption key; null to keep CAs in memory only, which deletes any that an earlier
     *     gateway stored
     */
    public CaStore cas(@Nullable Path keyFile) throws StateException {
        Path folder = root.resolve(CaFiles.PART);
        if (keyFile == null) {
            CaFiles.clear(folder);
            return CaStore.MEMORY_ONLY;
        }
        return CaFiles.open(folder, keyFile);
    }

    /** Publishes where the gateway listens, until {@link #close}. */
    public void publish(Endpoints endpoints) throws StateException {
        endpoints.write(root);
    }

    @Override
    public void close() throws StateException {
        Endpoints.delete(root);
        lock.close();
    }

    private void prepare() throws IOException, StateException {
        Endpoints.delete(root); // left behind by a gateway that was killed
        sweep(root);
        for (String part : DiskStore.PARTS) {
            Files.createDirectories(root.resolve(part));
            sweep(root.resolve(part));
        }
        new RemovalJournal(root).prepare();
    }

    private static void sweep(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(file -> file.toString().endsWith(FileReplacement.UNFINISHED))
                    .toList()) {
                Files.delete(file);
            }
        }
    }
}
