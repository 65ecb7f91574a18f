package io.sallyport.regoengine.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.regoengine.value.JsonLimits;
import io.sallyport.regoengine.value.ParsedJson;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** The file of OPA's cases that the build creates. */
final class OpaCases {
    private static final Path FILE = Path.of("target/opa-cases.jsonl.gz");
    private static final JsonLimits LIMITS = new JsonLimits(16L << 20, 1000);

    private OpaCases() {}

    static List<OpaCase> read() throws IOException {
        try (var lines =
                new BufferedReader(new InputStreamReader(new GZIPInputStream(Files.newInputStream(FILE)), UTF_8))) {
            return lines.lines().map(OpaCases::parse).toList();
        }
    }

    private static OpaCase parse(String line) {
        return switch (RegoJson.parse(line, LIMITS)) {
            case ParsedJson.Accepted(var value) -> new OpaCase((RegoObject) value);
            case ParsedJson.Rejected rejected -> throw new IllegalStateException(rejected.toString());
        };
    }
}
