package io.sallyport.findings;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.secret.FindingPlace;
import io.sallyport.model.secret.FoundSecret;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is found in requests that hold no secret. */
class FalsePositivesTest {
    private static final int REQUESTS = 10_000;

    @Test
    void nothingIsFoundInTenThousandBenignRequests() {
        assertThat(found(1, REQUESTS)).isEmpty();
    }

    /** The forms and encodings at other seeds: a few in a million are chance, and more would be a bad form. */
    @Test
    @Tag("nightly")
    void inAMillionBenignRequestsTenAtMostAreTakenForAToken() {
        assertThat(found(2, 100 * REQUESTS)).hasSizeLessThanOrEqualTo(10);
    }

    private static List<String> found(long seed, int requests) {
        var scanner = SecretScanner.of(List.of(), 2);
        var benign = new BenignRequests(seed);
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            byte[] text = benign.next().getBytes(StandardCharsets.UTF_8);
            var found = new FoundSecrets(ExemptText.NONE);
            scanner.scan(text, 0, text.length, FindingPlace.BODY, found);
            found.all().stream().map(FoundSecret::toString).forEach(wrong::add);
        }
        return wrong;
    }
}
