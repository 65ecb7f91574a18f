package io.sallyport.decision.body;

import static io.sallyport.testkit.junit.RequireTool.require;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoValue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parts that we read are those that other readers find; where they find others, we read none. */
final class PartsReadersTest {
    private static final String TYPE = "multipart/form-data; boundary=B";
    private static final String NAMED = "Content-Disposition: form-data; name=";

    /** Contents and heads of a part, {@code |} for a line end; most of them are doubtful. */
    private static final List<String> CONTENTS = List.of(
            "",
            "1",
            " 1 ",
            "1|2",
            "|",
            "||",
            "1\n2",
            "1\r2",
            "\n",
            "\r",
            "--",
            "-- B",
            "--B",
            "1--B",
            "|--B",
            "|--Bx",
            "|--B x|2",
            "|--B--",
            "|--B--x",
            "\n--B\n" + NAMED + "\"b\"\n\n2",
            "\n--B--\n",
            "\r--B\r2",
            "|--B |2",
            "|--B\t|" + NAMED + "\"b\"||2",
            "|-B",
            "|--b",
            "=41",
            "MQ==",
            "%41",
            "\u0000",
            "\u00ff",
            "\u00c3\u00a9",
            "\u00ef\u00bb\u00bf1");

    private static final List<String> HEADS = List.of(
            NAMED + "\"a\"",
            NAMED + "a",
            NAMED + "\"a b\"",
            NAMED + "\"a;b\"",
            NAMED + "\"a\\\"b\"",
            NAMED + "\"a%22b\"",
            NAMED + "\"a\"; name=\"b\"",
            NAMED + "\"a\"; name*=utf-8''b",
            NAMED + "'a'",
            NAMED + "\"\"",
            NAMED + "\"a\";",
            NAMED + "\"a\"|" + NAMED + "\"b\"",
            NAMED + "\"a\"| name=\"b\"",
            "content-disposition:form-data;name=\"a\"",
            NAMED + "\"a\"|Content-Transfer-Encoding: base64",
            NAMED + "\"a\"|Content-Type: multipart/mixed; boundary=C",
            NAMED + "\"a\"|Content-Transfer-Encoding: quoted-printable",
            NAMED + "\"a\"\nX: y",
            NAMED + "\"=?utf-8?q?b?=\"",
            NAMED + "\"a\"|Content-Type: text/plain",
            "X: y",
            "",
            NAMED + "\"\u00ef\u00bb\u00bfa\"",
            NAMED + "\"\u00c3\u00a9\"");

    /** What concerns file names and charsets, which the programs of the other languages do not print. */
    private static final List<String> FILES = List.of(
            NAMED + "\"a\"; filename=\"f.txt\"",
            NAMED + "\"a\"; filename=\"\"",
            NAMED + "\"a\"; filename=f.txt",
            NAMED + "\"a\"; filename=\"../f\"",
            NAMED + "\"a\"; filename=\"C:/f\"",
            NAMED + "\"a\"; filename=\"f\"; filename=\"g\"",
            NAMED + "\"a\"; filename*=utf-8''g",
            NAMED + "\"a\"; filename=\"f\"; filename*=utf-8''g",
            NAMED + "\"a\"; filename*=utf-8''g; filename=\"f\"",
            NAMED + "\"a\"; filename=\"f\\\"g\"",
            NAMED + "\"a\"; filename=\"f%22g\"",
            NAMED + "\"a\"; filename=\"f;name=b\"",
            NAMED + "\"a\"; FileName=\"f\"",
            "Content-Disposition: form-data; filename=\"f\"; name=\"a\"",
            "Content-Disposition: attachment; name=\"a\"; filename=\"f\"",
            NAMED + "\"a\"; filename=\"f\"|Content-Type: text/html",
            NAMED + "\"a\"; filename=\"f\"|Content-Type: text/plain; charset=utf-16",
            NAMED + "\"a\"|Content-Type: text/plain; charset=utf-16",
            NAMED + "\"a\"|Content-Type: text/plain; charset=utf-7",
            NAMED + "\"a\"|Content-Type: application/octet-stream",
            NAMED + "\"_charset_\"");

    /** Node takes no boundary of fewer than 27 characters. */
    private static final String LONG_BOUNDARY = "B".repeat(30);

    @TempDir
    private Path folder;

    private static List<byte[]> bodies() {
        List<String> bodies = new ArrayList<>(List.of("--B--", "--B--|", "--B--||", "|--B--", "x|--B--|", "--B"));
        for (String content : CONTENTS) {
            bodies.add("--B|" + NAMED + "\"a\"||" + content + "|--B--|");
            bodies.add("--B|" + NAMED + "\"a\"||" + content + "|--B|" + NAMED + "\"c\"||3|--B--");
        }
        HEADS.forEach(head -> bodies.add("--B|" + head + "||MQ==|--B--|"));
        return bodies.stream()
                .map(body -> body.replace("|", "\r\n").getBytes(ISO_8859_1))
                .toList();
    }

    @Test
    void goFindsTheSameParts() throws IOException {
        compare(OtherReaders.run(folder, "parts.go", bodies(), require("go").toString(), "run"));
    }

    @Test
    void pythonFindsTheSameParts() throws IOException {
        compare(OtherReaders.run(
                folder, "parts.py", bodies(), require("python3").toString()));
    }

    /** Node refuses more than we do, such as names without quotes; what it reads must be what we read. */
    @Test
    void nodeFindsTheSamePartsWhereItFindsAny() throws IOException {
        List<byte[]> bodies = new ArrayList<>();
        bodies().forEach(body -> bodies.add(withLongBoundary(new String(body, ISO_8859_1))));
        FILES.forEach(head -> bodies.add(
                withLongBoundary(("--B|" + head + "||MQ==|--B|" + NAMED + "\"a\"||3|--B--|").replace("|", "\r\n"))));
        List<String> theirs =
                OtherReaders.run(folder, "parts.mjs", bodies, require("node").toString());
        assertThat(theirs).hasSameSizeAs(bodies);
        int[] taken = IntStream.range(0, bodies.size())
                .filter(i -> !theirs.get(i).equals(OtherReaders.REFUSED))
                .toArray();
        compare(
                "multipart/form-data; boundary=" + LONG_BOUNDARY,
                IntStream.of(taken).mapToObj(bodies::get).toList(),
                IntStream.of(taken).mapToObj(theirs::get).toList());
    }

    private static byte[] withLongBoundary(String body) {
        return body.replace("-B", "-" + LONG_BOUNDARY).getBytes(ISO_8859_1);
    }

    private static void compare(List<String> theirs) {
        compare(TYPE, bodies(), theirs);
    }

    private static void compare(String type, List<byte[]> bodies, List<String> theirs) {
        assertThat(theirs).hasSameSizeAs(bodies);
        List<String> differences = new ArrayList<>();
        int read = 0;
        for (int i = 0; i < theirs.size(); i++) {
            if (Bodies.of(type, bodies.get(i)).parts() instanceof BodyForm.Read(var parts)) {
                read++;
                if (theirs.get(i).equals(OtherReaders.REFUSED)
                        || !withoutTypes(parts).equals(RegoJson.valueOf(theirs.get(i)))) {
                    differences.add(new String(bodies.get(i), ISO_8859_1) + " -> " + theirs.get(i));
                }
            }
        }
        assertThat(differences).isEmpty();
        assertThat(read).isGreaterThan(25);
    }

    /** Ours without the content type, which the programs do not print. */
    private static RegoValue withoutTypes(RegoValue parts) {
        return RegoJson.valueOf(RegoJson.write(parts).replaceAll("\"content_type\":\"[a-z/-]+\",", ""));
    }
}
