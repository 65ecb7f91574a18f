package io.sallyport.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.sallyport.credentials.SecretFetch.Fetched;
import io.sallyport.credentials.SecretFetch.Unavailable;
import io.sallyport.model.SandboxId;
import io.sallyport.model.text.Parsed;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** What tests of sources share. */
final class Fetching {
    static final Instant NOW = Instant.parse("2026-11-27T00:00:00Z");

    private Fetching() {}

    /** Returns a context with the environment of the tests and {@code more}, the wall clock at {@link #NOW}. */
    static SourceContext context(Map<String, String> more) {
        return context(more, noNetwork());
    }

    static SourceContext context(Map<String, String> more, OutwardHttp http) {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.putAll(more);
        return new SourceContext(() -> NOW, System::nanoTime, environment, http);
    }

    /** Returns the way to a network that no source of the test uses. */
    static OutwardHttp noNetwork() {
        return new OutwardHttp(
                (_, _, _, _) -> fail("dialled"),
                () -> fail("dialled"),
                new SandboxId("credentials"),
                Duration.ofMinutes(1));
    }

    static SourceContext context() {
        return context(Map.of());
    }

    static <T> T accepted(Parsed<T> parsed) {
        return switch (parsed) {
            case Parsed.Accepted<T>(T value) -> value;
            case Parsed.Rejected<T>(String why, int _) -> fail(why);
        };
    }

    static String why(Parsed<?> parsed) {
        return switch (parsed) {
            case Parsed.Accepted<?> _ -> fail("accepted");
            case Parsed.Rejected<?>(String why, int _) -> why;
        };
    }

    /** Returns the values as texts, and closes them. */
    static Map<String, String> texts(SecretFetch fetch) {
        if (!(fetch instanceof Fetched(NamedSecrets values, Instant _))) {
            return fail(fetch.toString());
        }
        try (values) {
            Map<String, String> texts = new HashMap<>();
            values.names().forEach(name -> texts.put(name, text(values, name)));
            return texts;
        }
    }

    static String text(NamedSecrets values, String name) {
        return Objects.requireNonNull(values.find(name)).text();
    }

    /** Returns the reason, which must not hold {@code secret}. */
    static String reason(SecretFetch fetch, String secret) {
        if (!(fetch instanceof Unavailable(String reason, boolean _))) {
            return fail(fetch.toString());
        }
        assertThat(fetch.toString()).doesNotContain(secret);
        return reason;
    }
}
