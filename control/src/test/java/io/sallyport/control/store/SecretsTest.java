package io.sallyport.control.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.findings.ExemptText;
import io.sallyport.findings.FoundSecrets;
import io.sallyport.findings.SecretScanner;
import io.sallyport.model.secret.FindingPlace;
import io.sallyport.model.secret.FoundSecret;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Tokens of the gateway have a form that a search for secrets knows. */
class SecretsTest {
    private static final SecretScanner SCANNER = SecretScanner.of(List.of(), 2);

    private static List<String> found(String text) {
        var found = new FoundSecrets(ExemptText.NONE);
        SCANNER.scan(text, FindingPlace.BODY, found);
        return found.all().stream().map(FoundSecret::name).toList();
    }

    @RepeatedTest(100)
    void aTokenIsFoundAndOneWithAnotherCharacterIsNot() {
        String token = Secrets.token();
        assertThat(token).matches("sallyport_[A-Za-z0-9]{36}");
        assertThat(found("http://sb-1:" + token + "@127.0.0.1:3128")).contains("sallyport-token");
        char last = token.charAt(token.length() - 1);
        String other = token.substring(0, token.length() - 1) + (last == '7' ? '8' : '7');
        assertThat(found(other)).isEmpty();
    }

    @Test
    void noTwoTokensAreTheSame() {
        assertThat(Secrets.token()).isNotEqualTo(Secrets.token());
    }
}
