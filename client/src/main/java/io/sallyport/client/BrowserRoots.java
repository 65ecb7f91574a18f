package io.sallyport.client;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Writes the NSS database from which Chromium on Linux loads the roots that it trusts in addition to its own: {@code
 * pki/nssdb} in the user's data directory, if {@code ~/.pki} does not exist. Uses {@code certutil} of NSS.
 */
final class BrowserRoots {
    private static final String TOOL = "certutil";
    private static final int MAX_SECONDS = 30;

    private BrowserRoots() {}

    /**
     * Creates the data directory with a database that holds only {@code roots}.
     *
     * @param folder created if missing; an existing database in it is replaced
     * @param roots PEM
     */
    static void write(Path folder, Path roots) throws IOException {
        Path database = Files.createDirectories(folder.resolve("pki").resolve("nssdb"));
        for (String file : List.of("cert9.db", "key4.db", "pkcs11.txt")) {
            Files.deleteIfExists(database.resolve(file));
        }
        String name = "sql:" + database;
        run(TOOL, "-d", name, "-N", "--empty-password");
        int number = 0;
        for (String pem : certificates(Files.readString(roots, StandardCharsets.US_ASCII))) {
            number++;
            Path one = Files.writeString(database.resolve("root.pem"), pem);
            run(TOOL, "-d", name, "-A", "-t", "C,,", "-n", "root-" + number, "-i", one.toString());
            Files.delete(one);
        }
    }

    private static List<String> certificates(String pem) {
        String end = "-----END CERTIFICATE-----\n";
        return List.of(pem.split("(?<=" + end + ")"));
    }

    private static void run(String... command) throws IOException {
        Process process = start(command);
        try {
            if (!process.waitFor(MAX_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException(TOOL + " did not end within " + MAX_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(TOOL + " was interrupted", e);
        } finally {
            process.destroyForcibly();
        }
        if (process.exitValue() != 0) {
            throw new IOException(TOOL + " ended with " + process.exitValue());
        }
    }

    private static Process start(String... command) throws IOException {
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new IOException("a browser's roots need " + TOOL + " (Debian: libnss3-tools), which is not there", e);
        }
    }
}
