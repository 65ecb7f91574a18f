package io.sallyport.testkit;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds client programs that a machine may or may not have: curl, git, node, npm, pip, go, nginx, ruby, mvn, chromium.
 */
public final class Tools {
    /** Where Debian and the tools' own installers put programs that are not on every {@code PATH}. */
    private static final List<String> USUAL_PLACES =
            List.of("/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/usr/local/go/bin");

    private Tools() {}

    /** Returns the program's file, or null if this machine does not have it. */
    public static @Nullable Path find(String name) {
        return places().map(place -> place.resolve(name))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }

    public static boolean has(String name) {
        return find(name) != null;
    }

    /** Returns the {@code PATH} for client processes: the caller's, followed by the usual places. */
    public static String searchPath() {
        return String.join(File.pathSeparator, places().map(Path::toString).toList());
    }

    private static Stream<Path> places() {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.concat(Stream.of(path.split(File.pathSeparator)), USUAL_PLACES.stream())
                .filter(place -> place.startsWith("/"))
                .distinct()
                .map(Path::of);
    }
}
