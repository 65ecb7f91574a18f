package io.sallyport.admin.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.sallyport.control.identity.IdentityIssuers;
import io.sallyport.documents.Diagnostic;
import io.sallyport.model.SandboxDocuments;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies of PUT /v1/sandboxes/{id}: read strictly, or refused with a place. */
final class BodiesTest {
    private static Read<SandboxDocuments> read(String body) {
        return SandboxBody.read(ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)), IdentityIssuers.none());
    }

    private static List<Diagnostic> wrong(String body) {
        return switch (read(body)) {
            case Read.Wrong<SandboxDocuments>(var diagnostics) -> diagnostics;
            case Read.Good<SandboxDocuments> good -> throw new AssertionError(good);
            case Read.Unreadable<SandboxDocuments> unreadable -> throw new AssertionError(unreadable);
        };
    }

    private static Read.Unreadable<SandboxDocuments> unreadable(String body) {
        return switch (read(body)) {
            case Read.Unreadable<SandboxDocuments> unreadable -> unreadable;
            case Read.Good<SandboxDocuments> good -> throw new AssertionError(good);
            case Read.Wrong<SandboxDocuments> wrong -> throw new AssertionError(wrong);
        };
    }

    @Test
    void anEmptyObjectGrantsNothing() {
        assertThat(read("{}")).isEqualTo(new Read.Good<>(SandboxDocuments.NONE));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``                          | NOT_JSON",
                "[]                          | NOT_AN_OBJECT",
                "\"x\"                       | NOT_AN_OBJECT",
                "{                           | NOT_JSON",
                "{\"run\":\"a\",}            | NOT_JSON",
                "{'run':'a'}                 | NOT_JSON",
                "{run:1}                     | NOT_JSON",
                "{\"allowlist_get\":NaN}     | NOT_JSON",
                "{\"run\":01}                | NOT_JSON",
                "/* c */{}                   | NOT_JSON",
                "{} {}                       | TRAILING_TEXT",
                "{}x                         | NOT_JSON",
                "{},                         | NOT_JSON",
                "{\"run\":\"a\",\"run\":\"a\"} | DUPLICATE_MEMBER",
                "{\"labels\":{\"a\":\"1\",\"a\":\"1\"}} | DUPLICATE_MEMBER",
                "{\"rego\":{\"a\":\"\",\"\\u0061\":\"\"}} | DUPLICATE_MEMBER",
                "{\"phase\":\"later\"}       | INVALID_PHASE",
                "{\"harness\":\"\\ud800\"}   | NOT_UNICODE",
                "{\"lease\":{\"a\":[}}       | NOT_JSON"
            })
    void whatIsNotReadableSaysWhy(String body, String code) {
        assertThat(unreadable(body).code()).isEqualTo(code);
    }

    @Test
    void aByteOrderMarkIsNotPassedOver() {
        assertThat(unreadable("\ufeff{}").code()).isEqualTo("BYTE_ORDER_MARK");
    }

    @Test
    void otherEncodingsAreNotGuessed() {
        byte[] utf16 = "{\"run\":\"a\"}".getBytes(StandardCharsets.UTF_16LE);
        assertThat(SandboxBody.read(ByteBuffer.wrap(utf16), IdentityIssuers.none()))
                .isInstanceOf(Read.Unreadable.class);
        byte[] latin = "{\"run\":\"\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(SandboxBody.read(ByteBuffer.wrap(latin), IdentityIssuers.none()))
                .isEqualTo(new Read.Unreadable<>("NOT_UTF8", "the document is not UTF-8"));
    }

    @Test
    void depthIsBounded() {
        String deep = "{\"lease\":" + "{\"a\":".repeat(100_000);
        assertThat(unreadable(deep).code()).isEqualTo("TOO_DEEP");
        assertThat(unreadable(deep).message()).hasSizeLessThan(400);
    }

    @Test
    void placesAreGiven() {
        assertThat(unreadable("{\n  \"run\": \"a\",\n  \"run\": \"b\"\n}").message())
                .isEqualTo("line 3, column 3: \"run\" stands here twice");
        assertThat(wrong("{\n \"lease\": [],\n \"leese\": 1, \"allowlist_get\": \"yes\"}"))
                .extracting(Diagnostic::line, Diagnostic::column, Diagnostic::code)
                .containsExactly(tuple(2, 11, "WRONG_TYPE"), tuple(3, 2, "UNKNOWN_MEMBER"), tuple(3, 31, "WRONG_TYPE"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"lease\":\"{}\"}",
                "{\"lease\":null}",
                "{\"lease_constraints\":1}",
                "{\"harness\":{}}",
                "{\"policy\":[\"a\"]}",
                "{\"rego\":\"package x\"}",
                "{\"rego\":{\"a.rego\":1}}",
                "{\"run\":1}",
                "{\"run\":\"\"}",
                "{\"run\":\"a\\nb\"}",
                "{\"phase\":true}",
                "{\"labels\":{\"a\":1}}",
                "{\"labels\":{\"a b\":\"1\"}}",
                "{\"labels\":{\"a\":\"\\u001b\"}}",
                "{\"parent\":\"../x\"}",
                "{\"phase_gates\":\"net.fetch\"}",
                "{\"phase_gates\":[\"net.fetsch\"]}",
                "{\"phase_gates\":[\"net.fetch\",\"net.fetch\"]}",
                "{\"allowlist_get\":1}",
                "{\"Lease\":{}}",
                "{\"token\":\"x\"}",
                "{\"__proto__\":{}}",
                "{\"rego\":{\"../x.rego\":\"\"}}",
                "{\"rego\":{\"/etc/x.rego\":\"\"}}",
                "{\"rego\":{\"a//x.rego\":\"\"}}",
                "{\"rego\":{\"a/./x.rego\":\"\"}}",
                "{\"rego\":{\"a\\\\x.rego\":\"\"}}",
                "{\"rego\":{\"\":\"\"}}"
            })
    void whatIsWrongIsNeverPassedOver(String body) {
        assertThat(wrong(body)).isNotEmpty().allMatch(Diagnostic::isError);
    }

    @Test
    void whatIsSaidStaysSmall() {
        var body = new StringBuilder("{");
        for (int i = 0; i < 10_000; i++) {
            body.append("\"unknown").append("x".repeat(500)).append(i).append("\":1,");
        }
        List<Diagnostic> diagnostics = wrong(body.append("\"run\":\"r\"}").toString());
        assertThat(diagnostics).hasSize(101).allMatch(each -> each.toString().length() < 400);
    }

    @Test
    void anyBytesGetOneAnswer() {
        long seed = 7_021_955L;
        var random = new Random(seed);
        String good =
                "{\"lease\":{\"net.fetch\":[\"https://a/**\"]},\"rego\":{\"a.rego\":\"x\"},\"labels\":{\"a\":\"b\"}}";
        for (int i = 0; i < 3_000; i++) {
            byte[] body = good.getBytes(StandardCharsets.UTF_8);
            for (int flips = random.nextInt(4); flips >= 0; flips--) {
                body[random.nextInt(body.length)] = (byte) random.nextInt(256);
            }
            Read<SandboxDocuments> read = SandboxBody.read(ByteBuffer.wrap(body), IdentityIssuers.none());
            assertThat(read).as("seed %d, round %d", seed, i).isNotNull();
        }
    }
}
