package io.sallyport.documents;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JsonReaderTest {
    private static final JsonReader.Bounds BOUNDS = JsonReader.Bounds.ofBytes(1 << 20);

    private static List<String> errors(String json, JsonReader.Bounds bounds) {
        var findings = new Findings("f");
        JsonReader.read(json, bounds, findings);
        return findings.all().stream()
                .map(each -> each.line() + ":" + each.column() + " " + each.code())
                .toList();
    }

    private static Map<String, Member> members(String json, String... embedded) {
        var findings = new Findings("f");
        DocumentNode root = JsonReader.read(json, BOUNDS.embedding(embedded), findings);
        assertThat(findings.all()).isEmpty();
        return ((Members) Objects.requireNonNull(root)).members();
    }

    private static Scalar scalar(Map<String, Member> members, String name) {
        return (Scalar) member(members, name).value();
    }

    private static Member member(Map<String, Member> members, String name) {
        return Objects.requireNonNull(members.get(name));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``                        | 1:1 NOT_JSON",
                "{} {}                     | 1:4 TRAILING_TEXT",
                "{\"a\":1,}                | 1:8 NOT_JSON",
                "{\"a\":1,\"a\":2}         | 1:8 DUPLICATE_MEMBER",
                "[{\"a\":[{\"b\":1,\"\\u0062\":1}]}] | 1:15 DUPLICATE_MEMBER",
                "[\"\\ud800\"]             | 1:2 NOT_UNICODE",
                "[1e1000]                  | 1:2 NUMBER_TOO_LONG",
                "[NaN]                     | 1:5 NOT_JSON"
            })
    void whatHasTwoReadingsIsRefusedAtItsPlace(String json, String error) {
        assertThat(errors(json, BOUNDS)).containsExactly(error);
    }

    @Test
    void boundsAreHeldExactly() {
        assertThat(errors("[".repeat(32) + "]".repeat(32), BOUNDS)).isEmpty();
        assertThat(errors("[".repeat(33) + "]".repeat(33), BOUNDS)).containsExactly("1:34 TOO_DEEP");
        assertThat(errors("1".repeat(40), BOUNDS)).isEmpty();
        assertThat(errors("1e-999", BOUNDS)).isEmpty();
        assertThat(errors("1e-1000", BOUNDS)).containsExactly("1:1 NUMBER_TOO_LONG");
        assertThat(errors("1".repeat(41), BOUNDS)).containsExactly("1:1 NUMBER_TOO_LONG");
        assertThat(errors("{\"" + "n".repeat(1_000) + "\":1}", BOUNDS)).isEmpty();
        assertThat(errors("{\"" + "n".repeat(1_001) + "\":1}", BOUNDS)).containsExactly("1:1005 NAME_TOO_LONG");
        assertThat(errors("\"éé\"", JsonReader.Bounds.ofBytes(6))).isEmpty();
        assertThat(errors("\"éé\"", JsonReader.Bounds.ofBytes(5))).containsExactly("1:1 TOO_LARGE");
        assertThat(errors("[" + "0,".repeat(99_998) + "0]", BOUNDS)).isEmpty();
        assertThat(errors("[" + "0,".repeat(99_999) + "0]", BOUNDS)).containsExactly("1:200000 TOO_LARGE");
    }

    @Test
    void readingGoesOnAfterANameThatStandsTwice() {
        var findings = new Findings("f");
        DocumentNode root = JsonReader.read("{\"a\":1,\"a\":2,\"b\":3}", BOUNDS, findings);
        assertThat(findings.hasErrors()).isTrue();
        assertThat(((Members) Objects.requireNonNull(root)).members()).containsOnlyKeys("a", "b");
    }

    @Test
    void everyPieceKnowsItsPlaceAndWhatItIs() {
        Map<String, Member> members = members("{\n \"a\": \"x\\ty\",\n \"b\": [true, -1.5e3, null, \"\"]}");
        assertThat(member(members, "a").keyPlace()).isEqualTo(new Place(2, 2));
        assertThat(scalar(members, "a").text()).isEqualTo("x\ty");
        assertThat(scalar(members, "a").at(2)).as("escaped").isEqualTo(new Place(2, 7));
        assertThat(((Items) member(members, "b").value()).items())
                .extracting(DocumentNode::kind)
                .containsExactly("a boolean", "a number", "null", "a string");
        assertThat(scalar(members("{\"a\":\"xyz\"}"), "a").at(2)).isEqualTo(new Place(1, 9));
    }

    @Test
    void aDocumentInsideIsKeptCharacterForCharacter() {
        String lease = "{ \"n\\u0061\" : [1.50,\n 2], \"a\":1, \"a\":2 }";
        Map<String, Member> members = members("{\"lease\": " + lease + " , \"x\":{\"lease\":{}}}", "lease");
        assertThat(scalar(members, "lease").text()).isEqualTo(lease);
        assertThat(scalar(members, "lease").kind()).isEqualTo("an object");
        assertThat(scalar(members("{\"lease\":\"{}\"}", "lease"), "lease").kind())
                .isEqualTo("a string");
        assertThat(member(members, "x").value()).isInstanceOf(Members.class);
    }

    @Test
    void bodiesAreUtf8AndHaveNoMark() {
        assertThat(code("{\"a\":\"\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1)))
                .isEqualTo("NOT_UTF8");
        assertThat(code("\ufeff{}".getBytes(StandardCharsets.UTF_8))).isEqualTo("BYTE_ORDER_MARK");
        assertThat(code("{\"a\":1,\"a\":1}".getBytes(StandardCharsets.UTF_8))).isEqualTo("DUPLICATE_MEMBER");
        assertThat(code("{}".getBytes(StandardCharsets.UTF_8))).isEqualTo("read");
    }

    private static String code(byte[] body) {
        return switch (JsonBody.read("request", ByteBuffer.wrap(body), BOUNDS)) {
            case JsonBody.Whole _ -> "read";
            case JsonBody.Unreadable(var why) -> why.code();
        };
    }

    @Test
    void anyTextIsReadOrRefused() {
        long seed = 7_021_956L;
        var random = new Random(seed);
        for (int i = 0; i < 5_000; i++) {
            char[] text = "{\"a\":[1,\"b\\u00e9\",{\"c\":null}],\"d\":-0.5e1}".toCharArray();
            for (int flips = random.nextInt(4); flips >= 0; flips--) {
                text[random.nextInt(text.length)] = "{}[]\",:\\eE0129tfnu \n\ud800\udc00a".charAt(random.nextInt(23));
            }
            var findings = new Findings("f");
            DocumentNode root = JsonReader.read(new String(text), BOUNDS, findings);
            assertThat(root != null || findings.hasErrors())
                    .as("seed %d, round %d", seed, i)
                    .isTrue();
        }
    }
}
