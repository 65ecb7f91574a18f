package io.sallyport.credentials;

import io.sallyport.credentials.SecretFetch.Fetched;
import io.sallyport.credentials.SecretFetch.Unavailable;
import java.util.function.Function;

/** The one value of a source that another source is asked with, such as a token or a key. No state. */
final class SecretText {
    private SecretText() {}

    /** Fetches the value, and returns what {@code use} makes of its text; if there is none, that is the result. */
    static SecretFetch with(SecretSource source, SourceContext context, Function<String, SecretFetch> use) {
        return switch (source.fetch(context)) {
            case Unavailable none -> none;
            case Fetched(NamedSecrets values, var _) -> {
                try (values) {
                    SecretValue value = values.find(NamedSecrets.VALUE);
                    yield value == null
                            ? new Unavailable("a source that another one is asked with has no value", false)
                            : use.apply(value.text());
                }
            }
        };
    }
}
