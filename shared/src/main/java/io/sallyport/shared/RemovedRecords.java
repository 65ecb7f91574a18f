package io.sallyport.shared;

import io.sallyport.model.file.FileReplacement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Up to which generation records are gone, as far as this gateway has heard; over restarts, in the file {@code
 * gateway.removed} of its state. An older copy of the store brings none of them back. Above {@link #MAX_KNOWN} the
 * oldest are forgotten. Safe for concurrent use; {@link #add} blocks.
 */
public final class RemovedRecords {
    private static final Logger LOG = LoggerFactory.getLogger(RemovedRecords.class);
    private static final String NAME = "gateway.removed";
    /** Records that are remembered. */
    static final int MAX_KNOWN = 100_000;

    private final Path file;
    private final Map<String, Long> generations; // guarded by this, the oldest first
    private int lines;

    private RemovedRecords(Path file, Map<String, Long> generations, int lines) {
        this.file = file;
        this.generations = generations;
        this.lines = lines;
    }

    /** Reads them from {@code folder}. */
    public static RemovedRecords read(Path folder) throws IOException {
        Path file = folder.resolve(NAME);
        Map<String, Long> generations = new LinkedHashMap<>();
        int lines = 0;
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                int space = line.indexOf(' ');
                lines++;
                if (space > 0) { // a crash may have cut the last one
                    put(generations, line.substring(space + 1), number(line.substring(0, space)));
                }
            }
        }
        return new RemovedRecords(file, generations, lines);
    }

    private static long number(String text) throws IOException {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IOException(NAME + " does not hold numbers and names", e);
        }
    }

    private static void put(Map<String, Long> generations, String name, long generation) {
        Long known = generations.remove(name);
        generations.put(name, known == null ? generation : Math.max(known, generation));
        if (generations.size() > MAX_KNOWN) {
            generations.remove(generations.keySet().iterator().next());
        }
    }

    /** Returns up to which generation the record is gone; 0 if it is not known to be. */
    synchronized long generation(String name) {
        return generations.getOrDefault(name, 0L);
    }

    synchronized Map<String, Long> all() {
        return Map.copyOf(generations);
    }

    /** What cannot be written is known until the process ends. */
    synchronized void add(String name, long generation) {
        if (generations.getOrDefault(name, 0L) >= generation) {
            return;
        }
        put(generations, name, generation);
        try {
            if (lines >= 2 * MAX_KNOWN) {
                rewrite();
            } else {
                Files.writeString(
                        file, generation + " " + name + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                lines++;
            }
        } catch (IOException e) {
            LOG.error("that {} is gone is not written", name, e);
        }
    }

    private void rewrite() throws IOException {
        String text = generations.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey() + "\n")
                .collect(Collectors.joining());
        FileReplacement.replace(file, text.getBytes(StandardCharsets.UTF_8));
        lines = generations.size();
    }
}
