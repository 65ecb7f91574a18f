package io.sallyport.credentials;

import static io.sallyport.credentials.Fetching.accepted;
import static io.sallyport.credentials.Fetching.context;
import static io.sallyport.credentials.Fetching.reason;
import static io.sallyport.credentials.Fetching.texts;
import static io.sallyport.credentials.Fetching.why;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class EnvironmentVariablesTest {
    @Test
    void severalVariablesAreOneSource() {
        var source = accepted(EnvironmentVariables.of(Map.of("id", "AWS_ID", "key", "AWS_KEY")));
        assertThat(texts(source.fetch(context(Map.of("AWS_ID", "one", "AWS_KEY", "two")))))
                .isEqualTo(Map.of("id", "one", "key", "two"));
    }

    @Test
    void oneThatIsMissingOrUnfitRefusesThemAll() {
        var source = accepted(EnvironmentVariables.of(Map.of("id", "AWS_ID", "key", "AWS_KEY")));
        assertThat(reason(source.fetch(context(Map.of("AWS_ID", "s3cret"))), "s3cret"))
                .isEqualTo("the variable AWS_KEY is not set");
        assertThat(reason(source.fetch(context(Map.of("AWS_ID", "s3cret", "AWS_KEY", "s3cret\n"))), "s3cret"))
                .isEqualTo("the environment: key: the value is not UTF-8 or has control characters");
    }

    @Test
    void settingsAreChecked() {
        assertThat(why(EnvironmentVariables.of("1A"))).startsWith("a variable has letters");
        assertThat(why(EnvironmentVariables.of(Map.of("", "A")))).startsWith("the name of a value");
    }

    @Test
    void theEnvironmentIsInNoDescription() {
        assertThat(context(Map.of("A", "s3cret")).toString()).doesNotContain("s3cret");
    }
}
