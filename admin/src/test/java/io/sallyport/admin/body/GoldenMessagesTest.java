package io.sallyport.admin.body;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.control.identity.IdentityIssuers;
import io.sallyport.testkit.GoldenFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Compares the messages of body readers with recorded ones, so that no change goes unnoticed. */
final class GoldenMessagesTest {
    @Test
    void bodiesOfSandboxesAreToldWhatIsWrongAsRecorded() {
        check("sandbox-body.txt", body -> SandboxBody.read(body, IdentityIssuers.none()));
    }

    @Test
    void bodiesOfGuardrailsAreToldWhatIsWrongAsRecorded() {
        check("guardrails-body.txt", GuardrailsBody::read);
    }

    @Test
    void metricsAreToldWhatIsWrongAsRecorded() {
        check("metric-body.txt", MetricBody::read);
    }

    @Test
    void bodiesOfLeasesAreToldWhatIsWrongAsRecorded() {
        check("lease-body.txt", LeaseBody::read);
    }

    @Test
    void bodiesOfSuggestionsAreToldWhatIsWrongAsRecorded() {
        check("suggest-body.txt", SuggestBody::read);
    }

    private static void check(String file, Function<ByteBuffer, ? extends Read<?>> reader) {
        GoldenFile golden = GoldenFile.of(Path.of("src/test/resources/golden", file));
        String said = golden.said(bytes -> said(reader.apply(ByteBuffer.wrap(bytes))));
        assertThat(said).isEqualTo(golden.recorded());
    }

    private static String said(Read<?> read) {
        return switch (read) {
            case Read.Good<?> _ -> "taken";
            case Read.Unreadable<?>(var code, var message) -> "unreadable " + code + ": " + message;
            case Read.Wrong<?>(var diagnostics) ->
                "refused"
                        + diagnostics.stream()
                                .map(each -> "\n" + each.severity() + " " + each)
                                .collect(Collectors.joining());
        };
    }
}
