package io.sallyport.cli.lines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Recorded cases among the resources of tests, one a line. */
public final class CaseFile {
    private CaseFile() {}

    /** Returns the lines of a resource that stands beside {@code test}. */
    public static List<String> lines(Class<?> test, String resource) throws IOException {
        try (InputStream in = test.getResourceAsStream(resource)) {
            assertThat(in).as(resource).isNotNull();
            return in == null
                    ? List.of()
                    : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .toList();
        }
    }
}
