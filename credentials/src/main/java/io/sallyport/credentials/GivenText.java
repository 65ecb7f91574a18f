package io.sallyport.credentials;

import java.nio.charset.StandardCharsets;

/** A text of the configuration itself, which is no secret, such as a certificate in PEM. */
public record GivenText(String text) implements SecretSource {
    @Override
    public SecretFetch fetch(SourceContext context) {
        try (var gathered = new SecretGathering()) {
            gathered.add(NamedSecrets.VALUE, SecretValue.ofLines(text.getBytes(StandardCharsets.UTF_8)));
            return gathered.result("the text of the configuration", null);
        }
    }
}
