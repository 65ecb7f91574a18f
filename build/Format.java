import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.ImportOrderer;
import com.palantir.javaformat.java.JavaFormatterOptions;
import com.palantir.javaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Checks the layout of every Java file below the working folder, or mends it: {@code java build/Format.java check|apply}.
 *
 * <p>A program of its own since the formatter parses with the javac of the JVM it runs in, and Maven may run on one that
 * does not know today's syntax.
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
        List<Path> wrong =
                javaFiles().parallelStream().filter(file -> !isFormatted(file)).toList();
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

    private static boolean isFormatted(Path file) {
        try {
            String text = Files.readString(file);
            return format(file, text).equals(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
