package io.sallyport.proxy.credentials.chunk;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What of a body in signed chunks is read, and signed by the values of AWS's documentation. */
@SuppressWarnings("StringConcatToTextBlock") // lines on the wire end with CRLF
class AwsChunkReaderTest {
    private static final String SCOPE = "20130524/us-east-1/s3/aws4_request";
    private static final SigV4Key KEY = SigV4Key.of("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", SCOPE);
    private static final String OTHER = "0123456789abcdef".repeat(4);
    private static final String CHECKSUM = "x-amz-checksum-crc32c";
    private static final int DATA = 66_560;

    private static ChunkSigning signing(String seed, long bytes, String... trailers) {
        return new ChunkSigning(new ChunkForm(bytes, Set.of(trailers)), KEY, "20130524T000000Z", SCOPE, seed);
    }

    private static String chunk(String data, String signature) {
        return Integer.toHexString(data.length()) + ";chunk-signature=" + signature + "\r\n" + data
                + (data.isEmpty() ? "" : "\r\n");
    }

    private static String last(String signature) {
        return chunk("", signature) + "\r\n";
    }

    /** Returns what goes on of {@code body}, which comes in pieces of that many bytes; then how it ends. */
    private static String signed(ChunkSigning how, String body, int pieces) {
        AwsChunkReader reader = how.reader();
        SignatureChain chain = how.chain();
        var sent = new StringBuilder();
        ByteBuf all = Unpooled.copiedBuffer(body, ISO_8859_1);
        while (all.isReadable() && !(reader.verdict() instanceof Verdict.Refuse)) {
            ByteBuf piece = all.readSlice(Math.min(pieces, all.readableBytes()));
            while (piece.isReadable() && !(reader.verdict() instanceof Verdict.Refuse)) {
                AwsChunk chunk = reader.read(piece);
                sent.append(chunk == null ? "" : new String(chain.sign(chunk), ISO_8859_1));
            }
        }
        all.release();
        String end = reader.isEnded() ? "" : "(goes on)";
        return sent
                + (reader.verdict() instanceof Verdict.Refuse why ? "(" + why.reason() + ": " + why.hint() + ")" : end);
    }

    private static void broken(ChunkSigning how, String body, String why) {
        assertThat(signed(how, body, 1_000)).contains("(MALFORMED_REQUEST: ", why);
    }

    /** The example of "Transferring Payload in Multiple Chunks": 66,560 letters in chunks of 65,536 and 1,024 bytes. */
    @ParameterizedTest
    @ValueSource(ints = {1, 87, 65_536, 1_000_000})
    void theChunksOfTheReferenceAreSignedAsItSays(int pieces) {
        String seed = "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9";
        String body = chunk("a".repeat(65_536), OTHER) + chunk("a".repeat(1_024), OTHER) + last(OTHER);
        String sent = signed(signing(seed, DATA), body, pieces);
        assertThat(sent)
                .isEqualTo(chunk("a".repeat(65_536), "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648")
                        + chunk("a".repeat(1_024), "0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497")
                        + last("b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9"));
        assertThat(body).hasSize(sent.length());
    }

    /** The example of "Trailing headers"; the end of the field as clients write it. */
    @ParameterizedTest
    @ValueSource(strings = {"\r\n", "\n\r\n", "\n"})
    void theTrailersOfTheReferenceAreSignedAsItSays(String end) {
        String seed = "106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e";
        String field = CHECKSUM + ":sOO8/Q==" + end;
        String body = chunk("a".repeat(65_536), OTHER) + chunk("a".repeat(1_024), OTHER) + chunk("", OTHER) + field
                + "x-amz-trailer-signature:" + OTHER + "\r\n\r\n";
        assertThat(signed(signing(seed, DATA, CHECKSUM), body, 100))
                .isEqualTo(chunk("a".repeat(65_536), "b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2")
                        + chunk("a".repeat(1_024), "1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7")
                        + chunk("", "2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992")
                        + field + "x-amz-trailer-signature:"
                        + "d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435\r\n\r\n");
    }

    @Test
    void aChunkGoesNoFurtherThanTheLengthThatTheHeadSays() {
        broken(signing(OTHER, 9_999), chunk("a".repeat(10_000), OTHER) + last(OTHER), "X-Amz-Decoded-Content-Length");
        broken(signing(OTHER, 10_001), chunk("a".repeat(10_000), OTHER) + last(OTHER), "X-Amz-Decoded-Content-Length");
        assertThat(signed(signing(OTHER, 0), last(OTHER), 10)).endsWith("\r\n\r\n");
    }

    /** Whatever another reader could take for another size, or for the end. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-1",
                "+1",
                " 1",
                "0x1",
                "1 ",
                "000000001",
                "1;a=b",
                "1\n",
            })
    void aSizeThatIsReadInMoreThanOneWayIsRefused(String size) {
        broken(signing(OTHER, 1), size + ";chunk-signature=" + OTHER + "\r\na\r\n" + last(OTHER), "no size");
    }

    @Test
    void aLineOfAChunkHasItsSignatureAndNothingElse() {
        var how = signing(OTHER, 1);
        broken(how, "1\r\na\r\n0\r\n\r\n", "no size");
        broken(how, "1;chunk-signature=" + OTHER + "\na\r\n" + last(OTHER), "no size");
        broken(how, "1;chunk-signature=" + OTHER + ";x=y\r\na\r\n" + last(OTHER), "no size");
        broken(how, "1;chunk-signature=" + OTHER.substring(1) + "\r\na\r\n" + last(OTHER), "no size");
        broken(how, "1;chunk-signature=" + "A".repeat(64) + "\r\na\r\n" + last(OTHER), "no size");
        broken(how, "x".repeat(1_000), "no size");
    }

    @Test
    void dataThatIsLongerThanItsSizeIsRefused() {
        broken(signing(OTHER, 1), "1;chunk-signature=" + OTHER + "\r\nab\r\n" + last(OTHER), "longer than it says");
        broken(signing(OTHER, 1), "1;chunk-signature=" + OTHER + "\r\na\n\n" + last(OTHER), "longer than it says");
    }

    @Test
    void nothingFollowsTheLastChunk() {
        broken(signing(OTHER, 1), chunk("a", OTHER) + last(OTHER) + "x", "more follows");
        broken(signing(OTHER, 1), chunk("a", OTHER) + last(OTHER) + last(OTHER), "more follows");
    }

    @Test
    void aBodyThatIsCutHasNoEnd() {
        String whole = chunk("a", OTHER) + last(OTHER);
        for (int length = 0; length < whole.length(); length++) {
            assertThat(signed(signing(OTHER, 1), whole.substring(0, length), 7)).endsWith("(goes on)");
        }
    }

    @Test
    void chunksThatWouldHoldTooMuchOrCostTooMuchAreRefused() {
        assertThat(signed(signing(OTHER, 1L << 40), "100001;chunk-signature=" + OTHER + "\r\n", 100))
                .startsWith("(" + ReasonCode.BODY_TOO_LARGE);
        assertThat(signed(signing(OTHER, 1L << 40), "ffffffff;chunk-signature=" + OTHER + "\r\n", 100))
                .startsWith("(" + ReasonCode.BODY_TOO_LARGE);
        broken(signing(OTHER, 2), chunk("a", OTHER) + chunk("b", OTHER) + last(OTHER), "not the last");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x-amz-checksum-crc32c:a\r\nx-amz-checksum-crc32c:a\r\n",
                "x-amz-checksum-crc32:a\r\n",
                "x-amz-checksum-crc32c:a\r\nx-amz-security-token:a\r\n",
                "x-amz-checksum-crc32c: a\r\n",
                "X-Amz-Checksum-Crc32c:a\r\n",
                "x-amz-checksum-crc32c:a b\r\n",
                "x-amz-checksum-crc32c:a\r\n b\r\n",
                "x-amz-checksum-crc32c:a\r\n\r\n",
                "x-amz-checksum-crc32c:a\r",
                "\r\nx-amz-checksum-crc32c:a\r\n",
                ""
            })
    void trailersAreThoseOfTheHeadAndNoOthers(String fields) {
        String body = chunk("a", OTHER) + chunk("", OTHER) + fields + "x-amz-trailer-signature:" + OTHER;
        broken(signing(OTHER, 1, CHECKSUM), body + "\r\n\r\n", " trailers");
    }

    @Test
    void trailersWithoutASignatureHaveNoEndAndABound() {
        var how = signing(OTHER, 1, CHECKSUM);
        String body = chunk("a", OTHER) + chunk("", OTHER) + CHECKSUM + ":a\r\n";
        assertThat(signed(how, body + "\r\n", 100)).endsWith("(goes on)");
        broken(how, body + "x".repeat(4_000), "too long");
    }
}
