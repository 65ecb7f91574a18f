package io.sallyport.documents;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YamlWriterTest {
    private static final Place AT = Place.START;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "plain",
                "/v1/models",
                "*.example.com",
                "**",
                "yes",
                "No",
                "null",
                "~",
                "1",
                "1.5",
                "0x10",
                "1_000",
                "12:30",
                "a: b",
                "# no comment",
                "- item",
                "{a}",
                "[a]",
                "say \"yes\"",
                "back\\slash",
                "line\nbreak",
                "tab\t",
                "\u0085next",
                "\ufeffmark",
                "\u2028",
                "e\u00fcro \u20ac",
                "\ud83d\ude00",
                "Bearer ",
                " lead",
                "'",
                "%",
                "@",
                "&a",
                "!t",
                "---"
            })
    void aTextIsReadAsItself(String text) {
        String written = YamlWriter.member(
                "key",
                new MembersBuilder(AT)
                        .text(text.isEmpty() ? "empty" : text, text)
                        .build(),
                0,
                1);
        assertThat(written).isASCII();
        Members read = read(written);
        var inner = (Members) Objects.requireNonNull(read.members().get("key")).value();
        String name = inner.members().keySet().iterator().next();
        assertThat(name).isEqualTo(text.isEmpty() ? "empty" : text);
        var value = (Scalar) Objects.requireNonNull(inner.members().get(name)).value();
        assertThat(value.text()).isEqualTo(text);
        assertThat(value.isNull()).isFalse();
    }

    @Test
    void numbersAndWordsKeepTheirType() {
        String text = "{port: 443, strict: true, name: \"443\", none: null}";
        String written = YamlWriter.member("a", read(text), 2, 0);
        assertThat(written).isEqualTo("  a: {port: 443, strict: true, name: \"443\", none: null}\n");
    }

    @Test
    void whatDoesNotFitIntoALineStandsOnSeveral() {
        String long1 = "x".repeat(60);
        String long2 = "y".repeat(60);
        Members rule = new MembersBuilder(AT)
                .items(
                        "endpoints",
                        List.of(
                                new MembersBuilder(AT)
                                        .text("host", "a.example.com")
                                        .number("port", 443)
                                        .build(),
                                new MembersBuilder(AT)
                                        .text("host", long1)
                                        .texts("paths", List.of("/a", "/b"))
                                        .text("more", long2)
                                        .build()))
                .texts("credentials", List.of("one"))
                .build();
        assertThat(YamlWriter.member("rule", rule, 2, 1)).isEqualTo("""
                          rule:
                            endpoints:
                              - {host: a.example.com, port: 443}
                              - host: %s
                                paths: [/a, /b]
                                more: %s
                            credentials: [one]
                        """.formatted(long1, long2));
    }

    @Test
    void nestedLinesAreReadAsTheyWere() {
        String text = "a: {b: [{c: " + "z".repeat(120) + ", d: [[1, 2], {e: {f: " + "z".repeat(120) + "}}]}]}";
        Members read = read(text);
        String written = YamlWriter.member(
                "a", Objects.requireNonNull(read.members().get("a")).value(), 0, 3);
        assertThat(texts(read(written))).isEqualTo(texts(read));
    }

    private static String texts(DocumentNode node) {
        return switch (node) {
            case Scalar scalar -> scalar.text();
            case Items(var items, var _) ->
                items.stream().map(YamlWriterTest::texts).toList().toString();
            case Members(var members, var _) -> {
                var all = new StringBuilder("{");
                members.forEach((key, member) -> all.append(key)
                        .append('=')
                        .append(texts(member.value()))
                        .append(' '));
                yield all.append('}').toString();
            }
        };
    }

    private static Members read(String yaml) {
        var findings = new Findings("test");
        DocumentNode node = YamlReader.read(yaml, findings);
        assertThat(findings.all()).isEmpty();
        return (Members) Objects.requireNonNull(node);
    }
}
