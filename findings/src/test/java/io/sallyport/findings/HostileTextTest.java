package io.sallyport.findings;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.secret.FindingKind;
import io.sallyport.model.secret.FindingPlace;
import io.sallyport.model.secret.FoundSecret;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts that a sandbox writes to get a secret past the scanner, or to keep it busy. */
class HostileTextTest {
    private static final byte[] CANARY = "wintergreen-7!bridge".getBytes(StandardCharsets.UTF_8);
    private static final String TOKEN = "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";
    private static final SecretScanner SCANNER =
            SecretScanner.of(List.of(new SoughtValue(FindingKind.CANARY, "vault-note", CANARY)), 2);

    private static List<String> names(byte[] text, ExemptText exempt) {
        var found = new FoundSecrets(exempt);
        SCANNER.scan(text, 0, text.length, FindingPlace.BODY, found);
        return found.all().stream().map(FoundSecret::name).toList();
    }

    private static List<String> names(String text) {
        return names(text.getBytes(StandardCharsets.ISO_8859_1), ExemptText.NONE);
    }

    private static byte[] gzip(byte[]... parts) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(bytes)) {
            for (byte[] part : parts) {
                out.write(part);
            }
        }
        return bytes.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"eyJh", "2NzY4NzU1Z", "RvYj", "SXSSTS", "H4sIA", "twq5k7", "Z2xkdC"})
    void aTextOfBeginningsAloneIsReportedInsteadOfSearchedForEver(String beginning) {
        assertThat(names(beginning.repeat(20_000))).containsExactly(SecretScanner.UNSCANNED);
    }

    @Test
    void aBombIsUnpackedToItsBoundAndReported() throws IOException {
        byte[] bomb = gzip(new byte[64 << 20]);
        var text = ScannedText.of(bomb, ScanWork.of(bomb.length));
        assertThat(Compressed.unpacked(text, 0).bytes()).hasSizeLessThanOrEqualTo(Compressed.MAX_BYTES);
        assertThat(names(bomb, ExemptText.NONE)).contains(SecretScanner.UNSCANNED);
    }

    @Test
    void whatStandsBehindTheBoundOfUnpackingIsReported() throws IOException {
        var padding = new byte[2 << 20];
        new Random(1).nextBytes(padding);
        assertThat(names(gzip(padding, CANARY), ExemptText.NONE)).contains(SecretScanner.UNSCANNED);
    }

    @Test
    void aBombInABombIsUnpackedNoDeeperThanTheDepth() throws IOException {
        assertThat(names(gzip(gzip(gzip(CANARY))), ExemptText.NONE)).isEmpty();
        assertThat(names(gzip(gzip(CANARY)), ExemptText.NONE)).containsExactly("vault-note");
    }

    @Test
    void damagedGzipHidesNothingBeforeTheDamage() throws IOException {
        var noise = new byte[4096];
        new Random(2).nextBytes(noise);
        byte[] packed = gzip(noise, CANARY);
        byte[] cut = Arrays.copyOf(packed, packed.length - 8); // without its checksum and length
        assertThat(names(cut, ExemptText.NONE)).containsExactly("vault-note");
    }

    @Test
    void noValueIsExempt() {
        assertThat(names(CANARY, (_, _, _, _) -> true)).containsExactly("vault-note");
    }

    @Test
    void anExemptTokenHidesNoOtherOfItsKind() {
        ExemptText first = (_, _, from, _) -> from == 0;
        byte[] one = TOKEN.getBytes(StandardCharsets.US_ASCII);
        byte[] two = (TOKEN + " " + TOKEN).getBytes(StandardCharsets.US_ASCII);
        assertThat(names(one, first)).isEmpty();
        assertThat(names(two, first)).containsExactly("github-token");
    }

    @Test
    void exemptTokensInEveryPlaceAreReportedInsteadOfCheckedForEver() {
        byte[] text = ("glpat-" + "aB3dE5gH7jK9mN1pQ3sT5" + " ").repeat(20_000).getBytes(StandardCharsets.US_ASCII);
        assertThat(names(text, (_, _, _, _) -> true)).containsExactly(SecretScanner.UNSCANNED);
    }

    @Test
    void theBeginningOfAValueInEveryPlaceIsNoFinding() {
        assertThat(names("wintergreen-7!bridgX ".repeat(10_000))).isEmpty();
    }

    @Test
    void bytesAfterTheEndBelongToNobody() {
        byte[] text = (TOKEN + "~").getBytes(StandardCharsets.US_ASCII);
        var found = new FoundSecrets(ExemptText.NONE);
        SCANNER.scan(text, 0, TOKEN.length() - 1, FindingPlace.BODY, found);
        assertThat(found.isEmpty()).isTrue();
    }
}
