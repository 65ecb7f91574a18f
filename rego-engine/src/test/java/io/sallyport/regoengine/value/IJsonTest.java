package io.sallyport.regoengine.value;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class IJsonTest {
    private static ParsedJson parse(String text) {
        return IJson.parse(text, 8, 50);
    }

    private static String refusal(String text) {
        return ((ParsedJson.Rejected) parse(text)).why();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":[1,2.5,-0.1,1e3],\"b\":{\"c\":null},\"d\":true}",
                " \t\r\n\"\\ud83d\\ude00 \\u0000\" \n",
                "1152921504606846976",
                "0.30000000000000004",
                "1e23",
                "1.7976931348623157e308",
                "2.2250738585072014E-308",
                "1.10"
            })
    void valuesAreThoseOfTheOtherReader(String text) {
        assertThat(parse(text)).isEqualTo(new ParsedJson.Accepted(RegoJson.valueOf(text)));
    }

    @Test
    void zeroHasOneValue() {
        for (String text : new String[] {"0", "-0", "0.0", "0e9999999999", "-0.00E-7"}) {
            assertThat(parse(text)).isEqualTo(new ParsedJson.Accepted(RegoNumber.of(0)));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9007199254740993",
                "12345678901234567890",
                "9.007199254740993e15",
                "0.10000000000000001",
                "3.141592653589793238"
            })
    void aNumberThatADoubleDoesNotHoldIsRefused(String text) {
        assertThat(refusal(text)).isEqualTo("a number with more digits than a double holds");
    }

    @Test
    void aNumberBeyondTheRangeOfADoubleIsRefused() {
        assertThat(refusal("1e309")).isEqualTo("a number that is too large");
        assertThat(refusal("1e999999999")).isEqualTo("a number that is too large");
        assertThat(refusal("-1e-400")).isEqualTo("a number that is too small");
    }

    @Test
    void aDuplicateNameIsRefusedHoweverItIsSpelled() {
        assertThat(refusal("{\"a\":1,\"b\":2,\"a\":1}")).isEqualTo("a duplicate name");
        assertThat(refusal("{\"a\":1,\"\\u0061\":null}")).isEqualTo("a duplicate name");
        assertThat(refusal("[{\"x\":{\"a\":{},\"a\":{}}}]")).isEqualTo("a duplicate name");
    }

    @Test
    void namesThatDifferInCaseAloneAreRefused() {
        assertThat(refusal("{\"model\":1,\"Model\":2}")).isEqualTo("names that differ in case alone");
        assertThat(refusal("[{\"params\":1,\"param\\u017f\":2}]")).isEqualTo("names that differ in case alone");
        assertThat(refusal("{\"k\":1,\"\\u212a\":2}")).isEqualTo("names that differ in case alone");
    }

    @Test
    void halfOfASurrogatePairIsRefused() {
        for (String text : new String[] {"\"\\ud83d\"", "\"\\ude00\\ud83d\"", "[\"a\\udfffb\"]", "{\"\\ud83d\":1}"}) {
            assertThat(parse(text)).isInstanceOf(ParsedJson.Rejected.class);
        }
    }

    @Test
    void depthAndValuesAreBounded() {
        assertThat(parse("[".repeat(8) + "]".repeat(8))).isInstanceOf(ParsedJson.Accepted.class);
        assertThat(refusal("[".repeat(9) + "]".repeat(9))).isEqualTo("deeper than 8 levels");
        assertThat(refusal("{\"a\":".repeat(9))).isEqualTo("deeper than 8 levels");
        assertThat(parse("[" + "0,".repeat(48) + "0]")).isInstanceOf(ParsedJson.Accepted.class);
        assertThat(refusal("[" + "0,".repeat(49) + "0]")).isEqualTo("more than 50 values");
    }

    @Test
    void aRefusalSaysWhereAndQuotesNothing() {
        assertThat(parse("{\"a\": 1,\n \"s3cret\" 2}")).isEqualTo(new ParsedJson.Rejected("not JSON", 2, 11));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "\ufeff{}",
                "{}\ufeff",
                "{} {}",
                "1 2",
                "[1]x",
                "{}\0",
                "[1,]",
                "{\"a\":1,}",
                "[,1]",
                "{a:1}",
                "{'a':1}",
                "// c\n1",
                "/* c */1",
                "# c\n1",
                "NaN",
                "Infinity",
                "-Infinity",
                "-NaN",
                "+1",
                ".5",
                "5.",
                "01",
                "-01",
                "0x10",
                "1e",
                "1e+",
                "-",
                "1_000",
                "nul",
                "nulll",
                "True",
                "\"a",
                "\"\t\"",
                "\"\n\"",
                "\"\\x41\"",
                "\"\\u12\"",
                "\"\\u00g0\"",
                "\"\\a\"",
                "[1",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1",
                "]",
                "\u00a01",
                "\u20281",
                "\f1",
                "\u001e{}",
                "\"a\" \"b\"",
                "{\"a\":1 \"b\":2}",
                "[1 2]",
                "{\"a\",1}",
                "[1;2]"
            })
    void whatIsNoJsonIsRefused(String text) {
        assertThat(parse(text)).isInstanceOf(ParsedJson.Rejected.class);
    }
}
