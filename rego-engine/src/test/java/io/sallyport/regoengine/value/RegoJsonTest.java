package io.sallyport.regoengine.value;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegoJsonTest {
    private static final JsonLimits SMALL = new JsonLimits(100, 4);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "[true,false]",
                "1",
                "-0",
                "1.0",
                "123456789012345678901234567890",
                "1e-7",
                "\"a\\\"\\\\\\n\\u0001\"",
                "{\"a\":{\"b\":[]},\"c\":{}}"
            })
    void writesWhatItRead(String text) {
        assertThat(RegoJson.write(RegoJson.valueOf(text))).isEqualTo(text);
    }

    @Test
    void writesKeysInOrderAndSetsAsArrays() {
        EntryObject object = RegoObject.growing();
        object.put(RegoJson.valueOf("[1]"), RegoSet.of(RegoNumber.of(2), RegoNumber.of(1)));
        object.put("b", RegoNull.NULL);
        object.put(RegoNumber.of(3), RegoNull.NULL);
        assertThat(RegoJson.write(object)).isEqualTo("{\"3\":null,\"b\":null,\"[1]\":[1,2]}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "1 2",
                "[1",
                "{\"a\"}",
                "nul",
                "01",
                "+1",
                "NaN",
                "'a'",
                "[1,]",
                "/**/1",
                "\"\t\"",
                "1e99999",
                "[[[[[1]]]]]",
                "\"\\x\""
            })
    void rejectsWhatIsNoJson(String text) {
        assertThat(RegoJson.parse(text, SMALL)).isInstanceOf(ParsedJson.Rejected.class);
        assertThat(RegoJson.parse(text.getBytes(UTF_8), SMALL)).isInstanceOf(ParsedJson.Rejected.class);
    }

    @Test
    void rejectsMoreBytesThanTheLimit() {
        String text = "\"" + "a".repeat(99) + "\"";
        assertThat(RegoJson.parse(text, SMALL)).isEqualTo(new ParsedJson.Rejected("101 bytes (limit 100)", 1, 1));
    }

    @Test
    void rejectsBrokenUtf8() {
        byte[] text = {'"', (byte) 0xC0, (byte) 0x80, '"'};
        assertThat(RegoJson.parse(text, SMALL)).isInstanceOf(ParsedJson.Rejected.class);
    }

    @Test
    void saysWhereItStopped() {
        assertThat(RegoJson.parse("{\n \"a\": x}", SMALL))
                .isInstanceOfSatisfying(
                        ParsedJson.Rejected.class, r -> assertThat(r.line()).isEqualTo(2));
    }

    @Test
    void letsTheLastOfEqualNamesCount() {
        assertThat(RegoJson.valueOf("{\"a\":1,\"a\":2}")).isEqualTo(RegoJson.valueOf("{\"a\":2}"));
    }

    @Test
    void replacesHalfASurrogatePair() {
        assertThat(RegoJson.valueOf("\"a\\ud800b\"")).isEqualTo(RegoString.of("a\uFFFDb"));
        assertThat(RegoJson.valueOf("\"\\ud83d\\ude00\"")).isEqualTo(RegoString.of("\uD83D\uDE00"));
    }
}
