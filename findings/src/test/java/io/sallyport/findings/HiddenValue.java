package io.sallyport.findings;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.secret.FindingKind;
import io.sallyport.model.secret.FindingPlace;
import io.sallyport.model.secret.FoundSecret;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/** A value behind other text, plain and in Base64. */
final class HiddenValue {
    private static final byte[] VALUE = "wintergreen-7!bridge".getBytes(StandardCharsets.UTF_8);
    private static final SecretScanner SCANNER =
            SecretScanner.of(List.of(new SoughtValue(FindingKind.CANARY, "note", VALUE)), 2);

    private HiddenValue() {}

    /** The value is found, or the text is reported as too expensive. */
    static void check(byte[] before) {
        byte[] plain = Arrays.copyOf(before, before.length + VALUE.length);
        System.arraycopy(VALUE, 0, plain, before.length, VALUE.length);
        for (byte[] text : List.of(plain, Base64.getEncoder().encode(plain))) {
            var found = new FoundSecrets(ExemptText.NONE);
            SCANNER.scan(text, 0, text.length, FindingPlace.BODY, found);
            assertThat(found.all()).extracting(FoundSecret::name).containsAnyOf("note", SecretScanner.UNSCANNED);
        }
    }
}
