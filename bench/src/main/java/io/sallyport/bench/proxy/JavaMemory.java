package io.sallyport.bench.proxy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * The memory of a JVM with the serial collector, after a full collection.
 *
 * @param heapKib the used heap
 * @param nativeKib resident memory outside the heap: buffers, TLS, classes, code, stacks
 */
record JavaMemory(long heapKib, long nativeKib) {
    private static final Pattern USED = Pattern.compile("(?:generation|Def?New|Tenured)[^\\[]* used (\\d+)K");
    private static final Pattern SPAN = Pattern.compile("\\[0x([0-9a-f]+), 0x[0-9a-f]+, 0x([0-9a-f]+)\\)");
    private static final Pattern MAPPING = Pattern.compile("([0-9a-f]+)-([0-9a-f]+) .*");

    private static final Pattern ALLOCATED = Pattern.compile(" allocated=(\\d+)([BKMG])");
    private static final String SHIFTS = "BKMG";

    static JavaMemory of(Process process) throws IOException, InterruptedException {
        jcmd(process, "GC.run");
        String heap = jcmd(process, "GC.heap_info").replaceFirst("(?s)Metaspace.*", "");
        long used = USED.matcher(heap)
                .results()
                .mapToLong(m -> Long.parseLong(m.group(1)))
                .sum();
        long[] from = bounds(heap, 1);
        long[] to = bounds(heap, 2);
        long low = LongStream.of(from).min().orElseThrow(() -> new IOException("not understood: " + heap));
        long high = LongStream.of(to).max().orElseThrow();
        return new JavaMemory(used, Usage.residentKib(process) - residentKib(process, low, high));
    }

    /**
     * Returns the bytes that its live threads have allocated since they started; the JVM rounds large values to MiB.
     */
    static long allocatedBytes(Process process) throws IOException, InterruptedException {
        return ALLOCATED
                .matcher(jcmd(process, "Thread.print", "-e"))
                .results()
                .mapToLong(m -> Long.parseLong(m.group(1)) << (SHIFTS.indexOf(m.group(2)) * 10))
                .sum();
    }

    private static long[] bounds(String heap, int group) {
        return SPAN.matcher(heap)
                .results()
                .mapToLong(m -> Long.parseUnsignedLong(m.group(group), 16))
                .toArray();
    }

    /** Returns the resident memory of the mappings between two addresses. */
    private static long residentKib(Process process, long low, long high) throws IOException {
        long kib = 0;
        boolean inside = false;
        for (String line : Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "smaps"))) {
            Matcher mapping = MAPPING.matcher(line);
            if (mapping.matches()) {
                long at = Long.parseUnsignedLong(mapping.group(1), 16);
                inside = Long.compareUnsigned(at, low) >= 0 && Long.compareUnsigned(at, high) < 0;
            } else if (inside && line.startsWith("Rss:")) {
                kib += Long.parseLong(line.replaceAll("[^0-9]", ""));
            }
        }
        return kib;
    }

    private static String jcmd(Process process, String... command) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), Long.toString(process.pid())));
        words.addAll(List.of(command));
        Process asked = new ProcessBuilder(words).redirectErrorStream(true).start();
        String said = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (asked.waitFor() != 0) {
            throw new IOException(words + ": " + said);
        }
        return said;
    }
}
