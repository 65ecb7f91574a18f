package io.sallyport.bench.proxy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** The resources that a process and its helpers use, as reported by the kernel. */
final class Usage {
    private Usage() {}

    /**
     * Returns the processor time of all their threads since they started, read in the kernel's ticks (usually a
     * hundredth of a second).
     */
    static Duration processorTime(Process process) {
        return family(process)
                .map(one -> one.info().totalCpuDuration().orElse(Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** Returns resident memory in KiB (VmRSS). */
    static long residentKib(Process process) {
        return family(process)
                .mapToLong(one -> field(Path.of("/proc", Long.toString(one.pid()), "status"), "VmRSS:"))
                .sum();
    }

    private static Stream<ProcessHandle> family(Process process) {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants());
    }

    private static long field(Path file, String name) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith(name))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
