package io.sallyport.client;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The NSS database from which Chromium on Linux learns whom to trust beside its own roots: {@code pki/nssdb} below the
 * user's folder of data, where {@code ~/.pki} is not there. {@code certutil} of NSS writes it.
 */
final class BrowserRoots {
    private static final String TOOL = "certutil";
    private static final int MAX_SECONDS = 30;

    private BrowserRoots() {}

    /**
     * Makes the folder of data, with a database of {@code roots} alone.
     *
     * @param folder replaced as to its database, made where it is not there
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
