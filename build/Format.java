import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.ImportOrderer;
import com.palantir.javaformat.java.JavaFormatterOptions;
import com.palantir.javaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Checks the layout of every Java file below the working folder, or mends it: {@code java build/Format.java
 * check|apply}.
 *
 * <p>A program of its own since the formatter parses with the javac of the JVM it runs in, and Maven may run on one
 * that does not know today's syntax.
 */
class Format {
    private static final JavaFormatterOptions STYLE = JavaFormatterOptions.builder()
            .style(JavaFormatterOptions.Style.PALANTIR)
            .build();

    public static void main(String... args) throws IOException {
        boolean apply = args.length == 1 && args[0].equals("apply");
        if (!apply && !(args.length == 1 && args[0].equals("check"))) {
            System.err.println("usage: Format.java check|apply");
            System.exit(2);
        }
        var formatted = Formatted.read();
        List<Path> wrong = javaFiles().parallelStream()
                .filter(file -> !formatted.holds(file))
                .toList();
        formatted.write();
        for (Path file : wrong) {
            if (apply) {
                Files.writeString(file, format(file, Files.readString(file)));
            } else {
                System.err.println("not formatted: " + file);
            }
        }
        if (!apply && !wrong.isEmpty()) {
            System.err.println(wrong.size() + " files; mend them with: mvn -N validate -Dformat=apply");
            System.exit(1);
        }
    }

    private static List<Path> javaFiles() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("."))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.toString().contains("/target/"))
                    .sorted()
                    .toList();
        }
    }

    /** Digests of texts that are formatted, kept so that a build formats only what changed. */
    private record Formatted(Set<String> before, Set<String> now) {
        private static final Path FILE = Path.of("target/formatted");

        static Formatted read() throws IOException {
            List<String> lines = Files.exists(FILE) ? Files.readAllLines(FILE) : List.of();
            return new Formatted(Set.copyOf(lines), ConcurrentHashMap.newKeySet());
        }

        boolean holds(Path file) {
            try {
                String text = Files.readString(file);
                String digest = digest(text);
                if (before.contains(digest) || format(file, text).equals(text)) {
                    now.add(digest);
                    return true;
                }
                return false;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void write() throws IOException {
            Files.createDirectories(FILE.getParent());
            Files.write(FILE, now);
        }

        /** A digest of the text and of the formatter, whose jars have its version in their names. */
        private static String digest(String text) {
            try {
                MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
                sha256.update(System.getProperty("java.class.path").getBytes(StandardCharsets.UTF_8));
                return HexFormat.of().formatHex(sha256.digest(text.getBytes(StandardCharsets.UTF_8)));
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static String format(Path file, String text) {
        try {
            String formatted = Formatter.createFormatter(STYLE).formatSource(text);
            return ImportOrderer.reorderImports(RemoveUnusedImports.removeUnusedImports(formatted), STYLE.style());
        } catch (FormatterException e) {
            System.err.println(file + ": " + e.getMessage());
            System.exit(1);
            throw new IllegalStateException(e);
        }
    }
}
