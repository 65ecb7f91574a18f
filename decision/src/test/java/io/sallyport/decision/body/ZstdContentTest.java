package io.sallyport.decision.body;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDictTrainer;
import io.sallyport.model.text.Parsed;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ZstdContentTest {
    private static final byte[] PLAIN = "{\"a\":1}".getBytes(UTF_8);
    private static final int MOST = 1 << 20;

    private static final String INCOMPLETE = "compressed data that are malformed, or not complete";
    private static final String GOES_ON = "bytes after the compressed data";

    /** A frame with a checksum, with or without the size of its content. */
    private static byte[] zstd(byte[] plain, boolean says) {
        try (var context = new ZstdCompressCtx()) {
            return context.setChecksum(true).setContentSize(says).compress(plain);
        }
    }

    private static Parsed<byte[]> decode(byte[] body) {
        return ContentCoding.decode(body, List.of("zstd"), MOST);
    }

    private static void assertRefused(byte[] body, String why) {
        assertThat(decode(body)).isEqualTo(new Parsed.Rejected<byte[]>(why));
    }

    private static byte[] join(byte[]... parts) {
        var bytes = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text.replace(" ", ""));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFrameIsOpened(boolean says) {
        assertThat(decode(zstd(PLAIN, says)))
                .isInstanceOfSatisfying(
                        Parsed.Accepted.class, read -> assertThat(read.value()).isEqualTo(PLAIN));
        assertThat(decode(zstd(new byte[0], says))).isInstanceOf(Parsed.Accepted.class);
    }

    @Test
    void theNameOfTheCodingHasNoCase() {
        Bodies.assertReads(
                BodyForms.of(zstd(PLAIN, true), List.of(Bodies.JSON), List.of("ZSTD"), BodyLimits.DEFAULT)
                        .json(),
                "{\"a\":1}");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void everyCutIsRefused(boolean says) {
        byte[] coded = zstd(PLAIN, says);
        for (int length = 0; length < coded.length; length++) {
            assertThat(decode(Arrays.copyOf(coded, length)))
                    .as("%d bytes", length)
                    .isInstanceOf(Parsed.Rejected.class);
        }
    }

    /** Python's zstandard reads the first frame alone, the command reads all. */
    @Test
    void aSecondFrameOrAnythingBehindTheFrameIsRefused() {
        byte[] coded = zstd(PLAIN, true);
        assertRefused(join(coded, coded), GOES_ON);
        assertRefused(join(coded, new byte[] {0}), GOES_ON);
        assertRefused(join(coded, hex("502a4d18 01000000 00")), GOES_ON);
    }

    @Test
    void aSkippableFrameBeforeTheFrameIsRefused() {
        assertRefused(join(hex("502a4d18 01000000 00"), zstd(PLAIN, true)), "not zstd");
        assertRefused(hex("5f2a4d18 01000000 00"), "not zstd");
    }

    @ParameterizedTest
    @ValueSource(strings = {"22b52ffd", "25b52ffd", "27b52ffd", "1eb52ffd"})
    void framesBeforeTheStandardAreRefused(String magic) {
        byte[] coded = zstd(PLAIN, true);
        System.arraycopy(hex(magic), 0, coded, 0, 4);
        assertRefused(coded, "not zstd");
    }

    @Test
    void everyChangedByteOfTheChecksumIsRefused() {
        byte[] coded = zstd(PLAIN, true);
        for (int at = coded.length - 4; at < coded.length; at++) {
            byte[] changed = coded.clone();
            changed[at] ^= 1;
            assertRefused(changed, INCOMPLETE);
        }
    }

    @Test
    void aFrameWithADictionaryIsRefused() {
        var trainer = new ZstdDictTrainer(100_000, 1_000);
        for (int i = 0; i < 1_000; i++) {
            trainer.addSample(("{\"name\": \"user-" + i + "\", \"number\": " + i * 7919 + "}").getBytes(UTF_8));
        }
        try (var context = new ZstdCompressCtx()) {
            assertRefused(context.loadDict(trainer.trainSamples()).compress(PLAIN), "zstd with a dictionary");
        }
    }

    /** The same bytes but for the window that they ask for: 8 MiB is the most that RFC 9659 permits. */
    @ParameterizedTest
    @CsvSource({"0, true", "104, true", "105, false", "112, false", "255, false"})
    void aWindowOfMoreThanEightMegabytesIsRefused(int window, boolean opens) {
        byte[] coded = join(hex("28b52ffd 00"), new byte[] {(byte) window}, hex("090000 61"));
        assertThat(decode(coded) instanceof Parsed.Accepted).isEqualTo(opens);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aBombEndsAtTheRatioAndAtTheBound(boolean says) {
        assertRefused(zstd(new byte[200_000], says), "more than 65536 bytes");
        byte[] bomb = zstd(new byte[256 << 20], says);
        assertRefused(bomb, "more than " + Math.min(MOST, 100 * bomb.length) + " bytes");
    }

    /** What the head says of the size is no reason to take room, and the content must have that size. */
    @Test
    void aFrameThatLiesAboutItsSizeIsRefused() {
        assertRefused(hex("28b52ffd e0 ffffffffffffff7f 090000 61"), "more than 65536 bytes");
        assertRefused(hex("28b52ffd 20 02 090000 61"), INCOMPLETE);
        assertRefused(hex("28b52ffd 20 00 090000 61"), INCOMPLETE);
    }

    @Test
    void aReservedBlockIsRefused() {
        assertRefused(hex("28b52ffd 20 01 0f0000 61"), INCOMPLETE);
    }

    /** Any byte of it may be changed: it is refused, or is other text, and never a fault of the decoder. */
    @Test
    void changedFramesNeverFail() {
        byte[] coded = Zstd.compress("an object, an object, and another object".getBytes(UTF_8));
        for (int at = 0; at < coded.length; at++) {
            for (int value = 0; value < 256; value++) {
                byte[] changed = coded.clone();
                changed[at] = (byte) value;
                if (decode(changed) instanceof Parsed.Accepted(byte[] content)) {
                    assertThat(content.length).isLessThanOrEqualTo(MOST);
                }
            }
        }
    }
}
