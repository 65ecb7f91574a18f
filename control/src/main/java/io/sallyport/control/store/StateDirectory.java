package io.sallyport.control.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The folder that one gateway at a time keeps its state in, mode 0700. The lock is held until {@link #close}. */
public final class StateDirectory implements AutoCloseable {
    private final Path root;
    private final StateLock lock;

    private StateDirectory(Path root, StateLock lock) {
        this.root = root;
        this.lock = lock;
    }

    /** Where state lives when nobody said: {@code sallyport/} under {@code XDG_STATE_HOME} or {@code ~/.local/state}. */
    public static Path defaultPath(Map<String, String> environment) {
        String xdg = environment.getOrDefault("XDG_STATE_HOME", "");
        if (!xdg.isEmpty() && Path.of(xdg).isAbsolute()) {
            return Path.of(xdg, "sallyport");
        }
        String home = environment.getOrDefault("HOME", System.getProperty("user.home", "."));
        return Path.of(home, ".local", "state", "sallyport").toAbsolutePath();
    }

    /**
     * Makes the folder where it is missing and takes its lock.
     *
     * @param wait asked as long as another process has the lock; the folder is not touched meanwhile
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

    public Store store() {
        return new DiskStore(root);
    }

    /**
     * CAs of sandboxes, sealed under the key in {@code keyFile}.
     *
     * @param keyFile null: CAs are kept in memory only, and those that an earlier gateway kept are deleted
     */
    public CaStore cas(@Nullable Path keyFile) throws StateException {
        Path folder = root.resolve(CaFiles.PART);
        if (keyFile == null) {
            CaFiles.clear(folder);
            return CaStore.MEMORY_ONLY;
        }
        return CaFiles.open(folder, keyFile);
    }

    /** Says where the gateway listens, until {@link #close}. */
    public void publish(Endpoints endpoints) throws StateException {
        endpoints.write(root);
    }

    @Override
    public void close() throws StateException {
        Endpoints.delete(root);
        lock.close();
    }

    private void prepare() throws IOException, StateException {
        Endpoints.delete(root); // of a gateway that was killed
        sweep(root);
        for (String part : DiskStore.PARTS) {
            Files.createDirectories(root.resolve(part));
            sweep(root.resolve(part));
        }
        new RemovalJournal(root).prepare();
    }

    private static void sweep(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(file -> file.toString().endsWith(DurableFile.UNFINISHED))
                    .toList()) {
                Files.delete(file);
            }
        }
    }
}
