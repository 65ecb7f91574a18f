package io.sallyport.cli.policy;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Watches directories for changes. Confined to one thread. */
record WatchedFiles(List<Path> paths) {
    /** Editors write a file in several steps; changes that follow each other within this time count as one. */
    private static final long SETTLE_MILLIS = 100;

    static WatchedFiles of(List<Path> paths) {
        return new WatchedFiles(paths);
    }

    /**
     * Runs {@code action} now and after each change, until the thread is interrupted; runs {@code waiting} before each
     * wait.
     */
    int each(Runnable action, Runnable waiting) throws CliException {
        while (true) {
            // The watch starts first, so that a change during the action runs it again.
            try (WatchService changes = FileSystems.getDefault().newWatchService()) {
                for (Path folder : folders()) {
                    folder.register(
                            changes,
                            StandardWatchEventKinds.ENTRY_CREATE,
                            StandardWatchEventKinds.ENTRY_MODIFY,
                            StandardWatchEventKinds.ENTRY_DELETE);
                }
                action.run();
                waiting.run();
                await(changes);
            } catch (IOException e) {
                throw CliException.unreachable("cannot watch: " + e.getMessage());
            } catch (InterruptedException | ClosedWatchServiceException _) {
                Thread.currentThread().interrupt();
                return ExitCodes.OK;
            }
        }
    }

    /** Waits for a relevant change, and then until no further change follows closely. */
    private static void await(WatchService changes) throws InterruptedException {
        boolean matters = false;
        while (!matters) {
            WatchKey key = changes.take();
            while (key != null) {
                matters |= matters(key);
                key.reset();
                key = changes.poll(SETTLE_MILLIS, TimeUnit.MILLISECONDS);
            }
        }
    }

    private static boolean matters(WatchKey key) {
        boolean matters = false;
        for (WatchEvent<?> event : key.pollEvents()) {
            matters |= StandardWatchEventKinds.OVERFLOW.equals(event.kind())
                    || (key.watchable() instanceof Path folder && matters(folder, String.valueOf(event.context())));
        }
        return matters;
    }

    /** Returns whether a change is relevant; a report written next to the files must not start the next run. */
    static boolean matters(Path folder, String name) {
        return name.endsWith(".rego") || name.endsWith(".json") || Files.isDirectory(folder.resolve(name));
    }

    private Set<Path> folders() throws IOException {
        Set<Path> folders = new TreeSet<>();
        for (Path path : paths) {
            if (Files.isDirectory(path)) {
                try (Stream<Path> below = Files.walk(path)) {
                    below.filter(Files::isDirectory).forEach(folders::add);
                }
            } else {
                Path folder = path.toAbsolutePath().getParent();
                if (folder != null && Files.isDirectory(folder)) {
                    folders.add(folder);
                }
            }
        }
        return folders;
    }
}
