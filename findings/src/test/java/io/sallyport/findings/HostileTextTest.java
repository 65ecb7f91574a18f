package io.sallyport.findings;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
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
    @ValueSource(
            strings = {
                "eyJh",
                "2NzY4NzU1Z",
                "RvYj",
                "SXSSTS",
                "H4sIA",
                "KLUv/QBY",
                "(\u00b5/\u00fd\0X",
                "twq5k7",
                "Z2xkdC"
            })
    void aTextOfBeginningsAloneIsReportedInsteadOfSearchedForEver(String beginning) {
        assertThat(names(beginning.repeat(20_000))).containsExactly(SecretScanner.UNSCANNED);
    }

    @Test
    void aBombIsUnpackedToItsBoundAndReported() throws IOException {
        byte[] bomb = gzip(new byte[64 << 20]);
        var text = ScannedText.of(bomb, ScanWork.of(bomb.length));
        assertThat(new Compressed(Compressed.Form.GZIP).unpacked(text, 0).bytes())
                .hasSizeLessThanOrEqualTo(Compressed.MAX_BYTES);
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

    private static byte[] zstd(byte[]... parts) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new ZstdOutputStreamNoFinalizer(bytes)) {
            for (byte[] part : parts) {
                out.write(part);
            }
        }
        return bytes.toByteArray();
    }

    private static byte[] joined(byte[]... parts) {
        var bytes = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }

    @Test
    void aBombOfZstdIsUnpackedToItsBoundAndReported() throws IOException {
        byte[] bomb = zstd(new byte[64 << 20]);
        var text = ScannedText.of(bomb, ScanWork.of(bomb.length));
        assertThat(new Compressed(Compressed.Form.ZSTD).unpacked(text, 0).bytes())
                .hasSizeLessThanOrEqualTo(Compressed.MAX_BYTES);
        assertThat(names(bomb, ExemptText.NONE)).contains(SecretScanner.UNSCANNED);
    }

    @Test
    void aFrameOfZstdIsReadAsFarAsItGoesWhateverFollowsIt() throws IOException {
        byte[] after = "\r\n--boundary--\r\n".getBytes(StandardCharsets.US_ASCII);
        assertThat(names(joined(after, zstd(CANARY), after), ExemptText.NONE)).containsExactly("vault-note");
        assertThat(names(joined(zstd(after), zstd(CANARY)), ExemptText.NONE)).containsExactly("vault-note");
        var noise = new byte[4096];
        new Random(2).nextBytes(noise);
        byte[] packed = zstd(CANARY, noise, noise);
        assertThat(names(Arrays.copyOf(packed, packed.length - 2000), ExemptText.NONE))
                .containsExactly("vault-note");
    }

    /** Whoever reads it may read on where this one cannot. */
    @Test
    void aFrameThatCannotBeOpenedIsReported() throws IOException {
        byte[] packed = zstd(CANARY, CANARY, CANARY);
        byte[] withDictionary = packed.clone();
        withDictionary[4] |= 1;
        assertThat(names(withDictionary, ExemptText.NONE)).contains(SecretScanner.UNSCANNED);
        byte[] wide = packed.clone();
        wide[4] &= ~0x20;
        wide[5] = (byte) 0xf8; // a window of 2 TiB
        assertThat(names(wide, ExemptText.NONE)).contains(SecretScanner.UNSCANNED);
        int rawBlock = CANARY.length << 3;
        byte[] damaged = joined(
                new byte[] {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0, 0x58},
                new byte[] {(byte) rawBlock, (byte) (rawBlock >> 8), 0},
                CANARY,
                new byte[] {6, 0, 0}); // a block of the reserved type
        assertThat(names(damaged, ExemptText.NONE)).contains(SecretScanner.UNSCANNED);
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
