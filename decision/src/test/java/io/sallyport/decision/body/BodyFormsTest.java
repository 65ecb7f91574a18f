package io.sallyport.decision.body;

import static io.sallyport.decision.body.Bodies.FORM;
import static io.sallyport.decision.body.Bodies.JSON;
import static io.sallyport.decision.body.Bodies.assertReads;
import static io.sallyport.decision.body.Bodies.assertUnreadable;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BodyFormsTest {
    private static final BodyForm ABSENT = new BodyForm.Absent();

    private static BodyForms of(String body, String... contentTypes) {
        return BodyForms.of(body.getBytes(UTF_8), List.of(contentTypes), List.of(), BodyLimits.DEFAULT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "Application/JSON; charset=UTF-8",
                "application/json;charset=\"utf-8\"",
                "application/vnd.api+json; profile=\"a b\"; v=1"
            })
    void jsonIsReadByItsContentType(String contentType) {
        assertReads(of("{\"a\": [1]}", contentType).json(), "{\"a\":[1]}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "text/json", "application/jsonp", "application/x-ndjson", FORM})
    void jsonOfAnotherContentTypeIsNotRead(String contentType) {
        assertUnreadable(of("{}", contentType).json(), "a Content-Type that is not JSON");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "application/json, text/plain",
                "application/json;",
                "application/json; charset",
                "application/json; charset=\"utf-8",
                "application/json; charset=utf-8 x",
                "application/json\u0000",
                "application /json",
                "json",
                "+json",
                "application/json/x"
            })
    void aMalformedContentTypeReadsAsNothing(String contentType) {
        assertUnreadable(of("{}", contentType).json(), "a malformed Content-Type");
        assertUnreadable(of("{}", contentType).text(), "a malformed Content-Type");
    }

    @Test
    void severalContentTypesReadAsNothing() {
        assertUnreadable(of("{}", JSON, JSON).json(), "more than one Content-Type");
        assertUnreadable(of("{}", JSON, "text/plain").text(), "more than one Content-Type");
        assertUnreadable(
                of("{}", "application/json; charset=utf-8; Charset=utf-16").json(),
                "a duplicate parameter of Content-Type");
        assertUnreadable(of("{}").json(), "no Content-Type");
    }

    @Test
    void anotherCharsetReadsAsNothing() {
        byte[] hidden = "{\"a\":1}".getBytes(UTF_16LE);
        String type = "application/json; charset=utf-16le";
        assertUnreadable(Bodies.of(type, hidden).json(), "a charset other than UTF-8");
        assertUnreadable(Bodies.of(type, hidden).text(), "a charset other than UTF-8");
        assertUnreadable(Bodies.of(FORM + "; charset=shift_jis", "a=1").form(), "a charset other than UTF-8");
    }

    @Test
    void whatIsNotUtf8IsUnreadable() {
        for (byte[] bytes : new byte[][] {{'"', (byte) 0xff, '"'}, {'"', (byte) 0xc0, (byte) 0xaf, '"'}}) {
            assertUnreadable(Bodies.of(JSON, bytes).json(), "not UTF-8");
            assertUnreadable(Bodies.of("text/plain", bytes).text(), "not UTF-8");
        }
    }

    @Test
    void anEmptyBodyIsAbsentWhateverItsContentType() {
        for (BodyForms empty : List.of(of(""), of("", JSON), of("", "x"), of("", JSON, JSON))) {
            assertThat(empty.json()).isEqualTo(ABSENT);
            assertThat(empty.form()).isEqualTo(ABSENT);
            assertThat(empty.text()).isEqualTo(ABSENT);
        }
    }

    @Test
    void aBodyOfSpacesIsNotAbsent() {
        assertUnreadable(of(" ", JSON).json(), "no value at 1:1");
    }

    @Test
    void textIsTheWholeBodyOfAnyType() {
        assertReads(of("a\u00e9 b").text(), "\"a\u00e9 b\"");
        assertReads(of("{}", JSON).text(), "\"{}\"");
        assertReads(of("x", "image/png").text(), "\"x\"");
    }

    @Test
    void aFormIsReadAsAQuery() {
        assertReads(
                of("a=1&b=x+y%20z&a=%C3%A9&c", FORM).form(),
                "{\"a\":[\"1\",\"\u00e9\"],\"b\":[\"x y z\"],\"c\":[\"\"]}");
        assertReads(of("&&", FORM + "; charset=utf-8").form(), "{}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a=%", "a=%4", "a=%ff", "a=1;b=2", "a=\u00e9", "a=1\n", "a=1\r\nb=2", "a\0=1", "_charset_=x"})
    void aFormWithTwoReadingsIsUnreadable(String body) {
        assertUnreadable(of(body, FORM).form(), "a malformed form");
    }

    @Test
    void aFormOfAnotherContentTypeIsNotRead() {
        assertUnreadable(of("a=1", JSON).form(), "a Content-Type that is not a form");
        assertUnreadable(of("a=1", "text/plain").form(), "a Content-Type that is not a form");
    }

    @Test
    void limitsAreThoseGiven() {
        BodyLimits limits = new BodyLimits(20, 2, 4);
        assertUnreadable(
                BodyForms.of(new byte[21], List.of(), List.of(), limits).text(), "more than 20 bytes");
        assertUnreadable(limited("[[[]]]", limits).json(), "deeper than 2 levels at 1:3");
        assertUnreadable(limited("[1,2,3,4]", limits).json(), "more than 4 values at 1:8");
    }

    private static BodyForms limited(String body, BodyLimits limits) {
        return BodyForms.of(body.getBytes(UTF_8), List.of(JSON), List.of(), limits);
    }
}
