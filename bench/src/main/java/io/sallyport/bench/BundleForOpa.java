package io.sallyport.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes the benchmark's policy as a bundle and its requests as inputs, for OPA in Go: {@code BundleForOpa GRANTS
 * FOLDER}.
 */
public final class BundleForOpa {
    private static final int REQUESTS = 2048;

    private BundleForOpa() {}

    public static void main(String... args) throws IOException {
        GrantSets set = new GrantSets(Integer.parseInt(args[0]));
        Path folder = Files.createDirectories(Path.of(args[1]));
        Files.write(folder.resolve("bundle.tar.gz"), set.bundle());
        Files.writeString(folder.resolve("inputs.json"), GrantSets.inputs(set.requests(REQUESTS)));
    }
}
