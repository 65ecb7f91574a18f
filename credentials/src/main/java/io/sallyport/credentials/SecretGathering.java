package io.sallyport.credentials;

import io.sallyport.credentials.SecretFetch.Fetched;
import io.sallyport.credentials.SecretFetch.Unavailable;
import io.sallyport.model.text.Parsed;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values on their way from a source into one result. Owns them until then. Confined to one thread. */
final class SecretGathering implements AutoCloseable {
    private final Map<String, SecretValue> values = new HashMap<>();
    private @Nullable String problem;

    void add(String name, Parsed<SecretValue> read) {
        switch (read) {
            case Parsed.Accepted<SecretValue>(SecretValue value) -> values.put(name, value);
            case Parsed.Rejected<SecretValue>(String why, int _) -> problem = name + ": " + why;
        }
    }

    /** @param isLines whether it may have line ends */
    void addText(String name, String text, boolean isLines) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        add(name, isLines ? SecretValue.ofLines(utf8) : SecretValue.ofText(utf8));
    }

    /** Hands the values over, unless one was refused. {@code source} begins the reason. */
    SecretFetch result(String source, @Nullable Instant end) {
        if (problem != null) {
            return new Unavailable(source + ": " + problem, false);
        }
        var handedOver = new NamedSecrets(values);
        values.clear();
        return new Fetched(handedOver, end);
    }

    /** Closes the values that were not handed over. */
    @Override
    public void close() {
        values.values().forEach(SecretValue::close);
        values.clear();
    }
}
