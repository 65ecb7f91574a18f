package io.sallyport.apiservers.sandbox;

import io.sallyport.model.SandboxId;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.UUID;

/**
 * What the folder of a run is called: the sandbox, and after the last dot when it began; no two are called the same.
 */
final class RunNames {
    /** By when they began, wherever they are. */
    static final Comparator<Path> NEWEST_FIRST =
            Comparator.comparing(RunNames::stamp).reversed();

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS'Z'").withZone(ZoneOffset.UTC);

    private RunNames() {}

    static String next(SandboxId sandbox, Instant now) {
        String chance = UUID.randomUUID().toString().substring(0, 8);
        return sandbox + "." + STAMP.format(now) + "-" + chance;
    }

    private static String stamp(Path run) {
        String name = String.valueOf(run.getFileName());
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
