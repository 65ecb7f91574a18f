import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * Builds the scripts and styles of the console with the packages that the lock file pins, by version and hash. Installs
 * them again only if the lock file has changed; none of their own scripts is run.
 *
 * <p>{@code java Assets.java SOURCES WORK ASSETS}
 */
final class Assets {
    private static final String LOCK = "package-lock.json";

    private Assets() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Path work = Path.of(args[1]);
        Files.createDirectories(work);
        Path installed = work.resolve("installed.json");
        copy(Path.of(args[0]), work);
        if (!Files.exists(installed) || Files.mismatch(work.resolve(LOCK), installed) >= 0) {
            Files.deleteIfExists(installed);
            run(work, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error");
            Files.copy(work.resolve(LOCK), installed);
        }
        run(work, "node", "build.mjs", Path.of(args[2]).toAbsolutePath().toString());
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private static void run(Path work, String... command) throws InterruptedException {
        try {
            int status = new ProcessBuilder(List.of(command))
                    .directory(work.toFile())
                    .inheritIO()
                    .start()
                    .waitFor();
            if (status != 0) {
                System.err.println(String.join(" ", command) + " failed: the assets of the console were not built");
                System.exit(1);
            }
        } catch (IOException e) {
            System.err.println(
                    command[0] + " is not on the PATH: Node.js 20 or newer with npm builds the assets of the console");
            System.exit(1);
        }
    }
}
