package io.sallyport.control.store;

import io.sallyport.control.store.SandboxRecord.TokenDigests;
import io.sallyport.control.store.StateForms.SandboxForm;
import io.sallyport.model.SandboxId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Policies of sandboxes that were in force and are no longer, in files without tokens. They explain records of the log,
 * so what cannot be kept is logged, and holds no change up. Safe for concurrent use.
 */
final class PastPolicies {
    /** The default limit of all files together, in bytes. */
    static final int DEFAULT_BYTES = 64 << 20;

    static final String PART = "policies";

    private static final String JSON = ".json";
    private static final Logger LOG = LoggerFactory.getLogger(PastPolicies.class);

    private final Path folder;
    private final long maxBytes;
    private @Nullable Deque<Kept> oldestFirst; // guarded by this; read at the first change
    private long bytes;
    private boolean told;

    private record Kept(Path file, long bytes) {}

    /** @param maxBytes the limit of all files together; 0 to keep none */
    PastPolicies(Path root, long maxBytes) {
        this.folder = root.resolve(PART);
        this.maxBytes = maxBytes;
    }

    /**
     * Keeps the policy in the file of a sandbox that is about to be replaced, unless it stays the same.
     *
     * @param next the record that replaces it; null if the sandbox is deleted
     */
    void keep(Path file, @Nullable SandboxRecord next) {
        try {
            SandboxRecord gone = StateForms.sandbox(StateForms.read(file, Files.readAllBytes(file), SandboxForm.class));
            boolean stays = next != null && next.documents().equals(gone.documents()) && next.phase() == gone.phase();
            if (!stays) {
                add(gone);
            }
        } catch (NoSuchFileException _) {
            // a new sandbox
        } catch (IOException | StateException | IllegalArgumentException e) {
            tell(e);
        }
    }

    /** Logs the first of failures in a row: a removal that cannot be written is tried every second. */
    private synchronized void tell(Exception e) {
        if (!told) {
            told = true;
            LOG.warn("past policies are not kept: {}", e.getMessage());
        }
    }

    private synchronized void add(SandboxRecord gone) throws IOException, StateException {
        byte[] content = StateForms.write(StateForms.of(gone.withTokens(new TokenDigests("", ""))));
        Deque<Kept> kept = kept();
        Path file = file(folder, gone.id(), gone.generation());
        if (content.length <= maxBytes && !Files.exists(file)) {
            DurableFile.write(file, content);
            kept.addLast(new Kept(file, content.length));
            told = false;
            bytes += content.length;
        }
        while (bytes > maxBytes && !kept.isEmpty()) {
            Kept oldest = kept.removeFirst();
            bytes -= oldest.bytes;
            DurableFile.delete(oldest.file);
        }
    }

    private Deque<Kept> kept() throws IOException {
        Deque<Kept> known = oldestFirst;
        if (known != null) {
            return known;
        }
        SortedMap<FileTime, List<Kept>> byTime = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                byTime.computeIfAbsent(Files.getLastModifiedTime(file), _ -> new ArrayList<>())
                        .add(new Kept(file, Files.size(file)));
            }
        }
        Deque<Kept> read = new ArrayDeque<>();
        byTime.values().forEach(read::addAll);
        bytes = read.stream().mapToLong(Kept::bytes).sum();
        oldestFirst = read;
        return read;
    }

    /**
     * Returns the policies of a sandbox that are kept below {@code root}, the newest first.
     *
     * @param most how many at most
     */
    static List<SandboxRecord> of(Path root, SandboxId id, int most) throws StateException {
        Path folder = root.resolve(PART);
        List<SandboxRecord> read = new ArrayList<>();
        try {
            for (long generation : newestFirst(folder, id, most)) {
                byte[] content = StateFiles.bytes(file(folder, id, generation));
                if (content != null) { // else it is deleted at this moment
                    read.add(StateForms.sandbox(
                            StateForms.read(file(folder, id, generation), content, SandboxForm.class)));
                }
            }
        } catch (NoSuchFileException _) {
            return read; // a state of an older version
        } catch (IOException | IllegalArgumentException e) {
            throw new StateException(folder, "cannot be read", e);
        }
        return read;
    }

    private static List<Long> newestFirst(Path folder, SandboxId id, int most) throws IOException {
        Pattern name = Pattern.compile(Pattern.quote(id.text()) + "@([0-9]{1,18})" + Pattern.quote(JSON));
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> name.matcher(file.getFileName().toString()))
                    .filter(Matcher::matches)
                    .map(matched -> Long.valueOf(matched.group(1)))
                    .sorted(Comparator.reverseOrder())
                    .limit(most)
                    .toList();
        }
    }

    private static Path file(Path folder, SandboxId id, long generation) {
        return folder.resolve(id.text() + "@" + generation + JSON);
    }
}
