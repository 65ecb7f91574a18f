package io.sallyport.decision.body;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Client;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** Runs a program of the test resources that reads bodies as targets do, all of them in one process. */
final class OtherReaders {
    /** What a program prints for a body that it does not read; for others it prints JSON. */
    static final String REFUSED = "refused";

    private static final Duration SOON = Duration.ofMinutes(2);

    private OtherReaders() {}

    /** Returns what the program prints, a line for each body. */
    static List<String> run(Path folder, String program, List<byte[]> bodies, String... command) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(command));
        try (InputStream source = OtherReaders.class.getResourceAsStream(program)) {
            arguments.add(
                    Files.write(folder.resolve(program), source.readAllBytes()).toString());
        }
        Path input = folder.resolve("bodies");
        Files.write(
                input, bodies.stream().map(Base64.getEncoder()::encodeToString).toList());
        arguments.add(input.toString());
        Client.Ended ended = Client.run(folder, Map.of(), SOON, arguments);
        assertThat(ended.exit()).as(ended.err()).isZero();
        return ended.out().lines().toList();
    }
}
