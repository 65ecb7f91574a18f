package io.sallyport.decision.body;

import static io.sallyport.decision.body.Bodies.assertReads;
import static io.sallyport.decision.body.Bodies.assertUnreadable;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ContentCodingTest {
    private static final byte[] PLAIN = "{\"a\":1}".getBytes(UTF_8);

    /** {@link #PLAIN}, and a string of 8,000,000 letters, as Node 20 compresses them. */
    private static final byte[] BROTLI = Base64.getDecoder().decode("CwOAeyJhIjoxfQM=");

    private static final byte[] BROTLI_BOMB = Base64.getDecoder().decode("mwcSeviN1GLNGe7UImF4e0unryS5LRA4N0Hvwgg=");

    private static BodyForm json(byte[] body, String... encodings) {
        return of(body, Bodies.JSON, encodings).json();
    }

    private static BodyForms of(byte[] body, String contentType, String... encodings) {
        return BodyForms.of(body, List.of(contentType), List.of(encodings), BodyLimits.DEFAULT);
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(plain);
        }
        return bytes.toByteArray();
    }

    private static byte[] deflate(byte[] plain, boolean raw) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (OutputStream out = new DeflaterOutputStream(bytes, new Deflater(9, raw))) {
            out.write(plain);
        }
        return bytes.toByteArray();
    }

    private static byte[] join(byte[]... parts) {
        var bytes = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }

    @Test
    void oneCodingIsOpened() throws IOException {
        assertReads(json(PLAIN, "identity"), "{\"a\":1}");
        assertReads(json(gzip(PLAIN), "gzip"), "{\"a\":1}");
        assertReads(json(gzip(PLAIN), "X-GZIP"), "{\"a\":1}");
        assertReads(json(deflate(PLAIN, false), "deflate"), "{\"a\":1}");
    }

    @Test
    void aFileNameInTheHeadOfGzipIsPassedOver() throws IOException {
        byte[] coded = gzip(PLAIN);
        byte[] head = Arrays.copyOf(coded, 10);
        head[3] = 8;
        byte[] rest = Arrays.copyOfRange(coded, 10, coded.length);
        assertReads(json(join(head, "body.json\0".getBytes(UTF_8), rest), "gzip"), "{\"a\":1}");
        head[3] = 4;
        assertUnreadable(json(join(head, new byte[2], rest), "gzip"), "not gzip");
    }

    @ParameterizedTest
    @ValueSource(strings = {"compress", "gzip, gzip", "gzip,identity", "", "*", "gzip;q=1", "aws-chunked"})
    void otherCodingsAndSeveralAreNotOpened(String encoding) throws IOException {
        assertUnreadable(json(gzip(gzip(PLAIN)), encoding), "a Content-Encoding other than gzip, deflate, br and zstd");
        assertUnreadable(json(PLAIN, encoding), "a Content-Encoding other than gzip, deflate, br and zstd");
    }

    @Test
    void twoFieldsAreNotOpened() throws IOException {
        assertUnreadable(json(gzip(PLAIN), "gzip", "identity"), "more than one Content-Encoding");
    }

    @Test
    void aNestedCodingStaysWhatItIs() throws IOException {
        assertThat(json(gzip(gzip(PLAIN)), "gzip")).isInstanceOf(BodyForm.Unreadable.class);
    }

    @Test
    void aSecondMemberOrAnythingBehindTheStreamIsRefused() throws IOException {
        byte[] coded = gzip(PLAIN);
        assertThat(json(join(coded, gzip(PLAIN)), "gzip")).isInstanceOf(BodyForm.Unreadable.class);
        assertThat(json(join(coded, new byte[] {0}), "gzip")).isInstanceOf(BodyForm.Unreadable.class);
        assertUnreadable(
                json(join(deflate(PLAIN, false), new byte[] {0}), "deflate"), "bytes after the compressed data");
    }

    @Test
    void everyCutAndEveryChangedByteOfTheTailIsRefused() throws IOException {
        byte[] coded = gzip(PLAIN);
        byte[] zlib = deflate(PLAIN, false);
        for (int length = 1; length < coded.length; length++) {
            assertThat(json(Arrays.copyOf(coded, length), "gzip")).isInstanceOf(BodyForm.Unreadable.class);
        }
        for (int length = 1; length < zlib.length; length++) {
            assertThat(json(Arrays.copyOf(zlib, length), "deflate")).isInstanceOf(BodyForm.Unreadable.class);
        }
        for (int at = coded.length - 8; at < coded.length; at++) {
            byte[] changed = coded.clone();
            changed[at] ^= 1;
            assertUnreadable(json(changed, "gzip"), "gzip with a wrong checksum or length");
        }
    }

    @Test
    void deflateWithoutItsFrameIsRefused() throws IOException {
        assertUnreadable(json(deflate(PLAIN, true), "deflate"), "compressed data that are malformed");
    }

    @Test
    void aBombEndsAtTheRatioAndAtTheBound() throws IOException {
        byte[] bomb = gzip(new byte[8 << 20]);
        assertUnreadable(json(bomb, "gzip"), "more than " + Math.min(1 << 20, 100 * bomb.length) + " bytes");
        byte[] small = gzip(new byte[200_000]);
        assertUnreadable(json(small, "gzip"), "more than 65536 bytes");
    }

    @Test
    void brotliIsOpened() {
        assertReads(json(BROTLI, "br"), "{\"a\":1}");
        assertReads(json(BROTLI, "BR"), "{\"a\":1}");
    }

    @Test
    void brotliThatIsCutOrGoesOnIsRefused() {
        for (int length = 1; length < BROTLI.length; length++) {
            assertThat(json(Arrays.copyOf(BROTLI, length), "br")).isInstanceOf(BodyForm.Unreadable.class);
        }
        for (int more : List.of(1, 2, 7, 4_000, 4_096 - BROTLI.length, 4_097 - BROTLI.length, 8_192, 20_000)) {
            assertThat(json(join(BROTLI, new byte[more]), "br"))
                    .as("%d bytes more", more)
                    .isInstanceOf(BodyForm.Unreadable.class);
            assertThat(json(join(BROTLI, new byte[more], BROTLI), "br")).isInstanceOf(BodyForm.Unreadable.class);
        }
    }

    @Test
    void brotliThatCouldBeTextIsRefused() {
        assertUnreadable(json(PLAIN, "br"), "compressed data that could be text");
        assertUnreadable(json("{\"a\":\"\u00e9\"}".getBytes(UTF_8), "br"), "compressed data that could be text");
    }

    /** Any byte of it may be changed: it is refused, or is other JSON, and never a fault of the decoder. */
    @Test
    void changedBrotliNeverFails() {
        for (int at = 0; at < BROTLI.length; at++) {
            for (int value = 0; value < 256; value++) {
                byte[] changed = BROTLI.clone();
                changed[at] = (byte) value;
                assertThat(of(changed, "text/plain", "br").text()).isNotInstanceOf(BodyForm.Absent.class);
            }
        }
    }

    @Test
    void aBombOfBrotliEndsAtTheRatio() {
        assertUnreadable(json(BROTLI_BOMB, "br"), "more than 65536 bytes");
        assertUnreadable(json(join(BROTLI_BOMB, new byte[100_000]), "br"), "more than 1048576 bytes");
    }

    /** Coded bytes could be a form to a server that ignores the coding. */
    @Test
    void formsAndPartsAreNotRead() throws IOException {
        byte[] form = gzip("a=1".getBytes(UTF_8));
        byte[] parts = gzip("--B--".getBytes(UTF_8));
        assertUnreadable(of(form, Bodies.FORM, "gzip").form(), "a form with a Content-Encoding");
        assertUnreadable(
                of(parts, "multipart/form-data; boundary=B", "gzip").parts(), "a form with a Content-Encoding");
        assertReads(of(form, "text/plain", "gzip").text(), "\"a=1\"");
        assertReads(of("a=1".getBytes(UTF_8), Bodies.FORM, "Identity").form(), "{\"a\":[\"1\"]}");
    }
}
