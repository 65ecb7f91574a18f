package io.sallyport.decision.body;

import static io.sallyport.decision.body.Bodies.assertReads;
import static io.sallyport.decision.body.Bodies.assertUnreadable;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MultipartTest {
    private static final String FORM = "multipart/form-data; boundary=B";
    private static final String NAMED = "Content-Disposition: form-data; name=\"a\"";

    /** One char is one byte; {@code |} is a line end. */
    private static BodyForm parts(String contentType, String body) {
        return Bodies.of(contentType, body.replace("|", "\r\n").getBytes(ISO_8859_1))
                .parts();
    }

    private static BodyForm parts(String body) {
        return parts(FORM, body);
    }

    private static BodyForm field(String head) {
        return parts("--B|" + head + "||1|--B--");
    }

    @Test
    void partsHaveNamesSizesAndTexts() {
        assertReads(
                parts("--B|" + NAMED
                        + "||1\u00c3\u00a9|--B|content-disposition:form-data; filename=\"x y.png\"; name=f|"
                        + "Content-Type: Image/PNG; q=1||\u00ff\u0000|--B--|"),
                "[{\"name\":\"a\",\"size\":3,\"text\":\"1\u00e9\"},"
                        + "{\"name\":\"f\",\"filename\":\"x y.png\",\"content_type\":\"image/png\",\"size\":2}]");
    }

    @Test
    void anEmptyPartAndAnEmptyFormAreRead() {
        assertReads(parts("--B|" + NAMED + "|||--B--"), "[{\"name\":\"a\",\"size\":0,\"text\":\"\"}]");
        assertReads(parts("--B--|"), "[]");
    }

    @Test
    void aFieldNameMayBeUtf8AndStandTwice() {
        String part = "--B|Content-Disposition: form-data; name=\"\u00c3\u00a9\"||1|";
        assertReads(
                parts(part + part + "--B--"),
                "[{\"name\":\"\u00e9\",\"size\":1,\"text\":\"1\"},{\"name\":\"\u00e9\",\"size\":1,\"text\":\"1\"}]");
    }

    @Test
    void relatedPartsNeedNoName() {
        assertReads(
                parts(
                        "multipart/related; boundary=\"B\"; type=\"application/json\"",
                        "--B|Content-Type: application/json; charset=UTF-8||{}|--B|Content-Type: image/jpeg||\u00ff|--B--"),
                "[{\"content_type\":\"application/json\",\"size\":2,\"text\":\"{}\"},"
                        + "{\"content_type\":\"image/jpeg\",\"size\":1}]");
        assertReads(parts("multipart/mixed; boundary=B", "--B||x|--B--"), "[{\"size\":1,\"text\":\"x\"}]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "multipart/form-data",
                "multipart/form-data; boundary=\"\"",
                "multipart/form-data; boundary=\"a \"",
                "multipart/form-data; boundary=\"a;b\"",
                "multipart/form-data; boundary=a%b"
            })
    void aMalformedBoundaryIsRefused(String contentType) {
        assertUnreadable(parts(contentType, "--B--"), "a malformed boundary");
        assertUnreadable(parts("multipart/form-data; boundary=" + "b".repeat(71), "--b"), "a malformed boundary");
    }

    @Test
    void twoBoundariesAreRefused() {
        assertUnreadable(
                parts("multipart/form-data; boundary=A; Boundary=B", "--B--"), "a duplicate parameter of Content-Type");
        assertUnreadable(parts("multipart/form-data; boundary=A B", "--B--"), "a malformed Content-Type");
    }

    @Test
    void otherContentTypesHaveNoParts() {
        assertUnreadable(parts("application/json; boundary=B", "--B--"), "a Content-Type that is not multipart");
        assertUnreadable(parts("multipart/byteranges; boundary=B", "--B--"), "a Content-Type that is not multipart");
        assertUnreadable(parts(FORM + "; charset=utf-16", "--B--"), "a charset other than UTF-8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x|--B--", "|--B--", " --B--", "-", "B--"})
    void aPreambleIsRefused(String body) {
        assertUnreadable(parts(body), "no boundary at the beginning");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--B--x",
                "--B--|x",
                "--B--||",
                "--B-- |",
                "--B",
                "--B-",
                "--Bx--",
                "--B ||1|--B--",
                "--B\n--B--",
                "--B--|--B--"
            })
    void whatIsNotExactlyTheBoundaryIsRefused(String body) {
        assertUnreadable(parts(body), "a malformed boundary between or after parts");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--B|" + NAMED + "||1",
                "--B|" + NAMED + "||1--B--",
                "--B|" + NAMED + "||1\n--B--",
                "--B|" + NAMED + "||1\r--B--",
                "--B|--B--",
                "--B|" + NAMED + "||x --B x|--B--"
            })
    void theBoundaryStandsOnALineOfItsOwnAlone(String body) {
        assertUnreadable(parts(body), "a part without boundary on a line of its own");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--B|" + NAMED + "||--B--", "--B|" + NAMED + "|--B--", "--B|" + NAMED + "\n\n1|--B--"})
    void aHeadEndsWithAnEmptyLine(String body) {
        assertUnreadable(parts(body), "a part without head, or with one beyond 8192 bytes");
    }

    @Test
    void headsAndPartsAreBounded() {
        assertUnreadable(
                field(NAMED + "|Content-ID: " + "x".repeat(8192)),
                "a part without head, or with one beyond 8192 bytes");
        String part = "--B|" + NAMED + "||1|";
        assertThat(parts(part.repeat(1000) + "--B--")).isInstanceOf(BodyForm.Read.class);
        assertUnreadable(parts(part.repeat(1001) + "--B--"), "more than 1000 parts");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                NAMED + "|Content-Transfer-Encoding: base64",
                NAMED + "|Content-Encoding: gzip",
                NAMED + "|X-A: b",
                NAMED + "|" + NAMED,
                NAMED + "|Content-Type: a/b|content-type: a/b"
            })
    void anUnknownFieldAndASecondOneAreRefused(String head) {
        assertUnreadable(field(head), "a field in a part that is unknown or there twice");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                NAMED + "| x=y",
                NAMED + "|x",
                NAMED + "|Content-Type : a/b",
                NAMED + "\n",
                NAMED + "\rX: y",
                ":x",
                "Content-Disposition: form-data; name=\"a\u0000\""
            })
    void aMalformedFieldIsRefused(String head) {
        assertUnreadable(field(head), "a malformed field in a part");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "form-data; name=\"a\"; filename=\"x\"; filename*=y",
                "form-data; name*=a",
                "form-data; name=\"a\"; size=1",
                "form-data; Name=\"a\"",
                "form-data; name=\"a%22b\"",
                "form-data; name=\"=?utf-8?q?b?=\"",
                "form-data; name=\"a\"; filename=\"x%0d%0Ay\""
            })
    void aDispositionOfSeveralReadingsIsRefused(String disposition) {
        assertUnreadable(
                field("Content-Disposition: " + disposition),
                "a parameter of Content-Disposition that servers read in different ways");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "form-data; name=\"a\\\"b\"",
                "form-data; name=\"a",
                "form-data;",
                "form-data name=a",
                "form-data; name='a'",
                "form-data; name=a; filename*=UTF-8''y",
                "form-data; name=a b",
                ""
            })
    void aMalformedDispositionIsRefused(String disposition) {
        assertUnreadable(field("Content-Disposition: " + disposition), "a malformed Content-Disposition");
        assertUnreadable(
                field("Content-Disposition: form-data; name=a; name=b"),
                "a duplicate parameter of Content-Disposition");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"form-data", "form-data; filename=\"x\"", "attachment; name=\"a\"", "form-data; name=_charset_"})
    void aPartOfAFormIsAFieldWithAName(String disposition) {
        assertUnreadable(field("Content-Disposition: " + disposition), "a part that is no field of a form");
        assertUnreadable(parts("--B||1|--B--"), "a malformed Content-Disposition");
    }

    @Test
    void aFieldOfAFormIsUtf8() {
        assertUnreadable(parts("--B|" + NAMED + "||\u00ff|--B--"), "a field of a form that is not UTF-8");
        assertUnreadable(
                field(NAMED + "|Content-Type: text/plain; charset=utf-16"), "a field of a form that is not UTF-8");
        assertUnreadable(field("Content-Disposition: form-data; name=\"\u00ff\""), "not UTF-8");
    }

    @Test
    void partsWithinAPartAreRefused() {
        assertUnreadable(field(NAMED + "|Content-Type: multipart/mixed; boundary=C"), "parts within a part");
        assertUnreadable(field(NAMED + "|Content-Type: text"), "a malformed Content-Type");
    }
}
