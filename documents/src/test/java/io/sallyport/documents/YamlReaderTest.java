package io.sallyport.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class YamlReaderTest {
    private static @Nullable String fault(String yaml) {
        Findings findings = new Findings("f");
        DocumentNode root = YamlReader.read(yaml, findings);
        assertThat(root == null).as(yaml).isEqualTo(findings.hasErrors());
        return findings.all().stream()
                .map(d -> d.line() + ":" + d.column() + " " + d.code())
                .findFirst()
                .orElse(null);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | 1:1 NOT_YAML",
                "# only a comment | 1:17 NOT_YAML",
                "a: 1\\na: 2 | 2:1 DUPLICATE_MEMBER",
                "a: 1\\n'a': 2 | 2:1 DUPLICATE_MEMBER",
                "a: [ | 1:5 NOT_YAML",
                "a: b: c | 1:5 NOT_YAML",
                "a:\\n\\t- b | 2:1 NOT_YAML",
                "a: *b | 1:4 NOT_YAML",
                "a: &b [*b] | 1:8 NOT_YAML",
                "a: !!str b | 1:4 NOT_YAML",
                "a: !x {} | 1:4 NOT_YAML",
                "!!map {} | 1:1 NOT_YAML",
                "[a]: b | 1:1 NOT_YAML",
                "? {a: b}\\n: c | 1:3 NOT_YAML",
                "null: b | 1:1 NOT_YAML",
                "~: b | 1:1 NOT_YAML",
                "a: 1\\n---\\nb: 2 | 2:1 NOT_YAML",
                "%YAML 9.9\\n---\\na: 1 | 1:1 NOT_YAML",
                "a: \"\\\\q\" | 1:6 NOT_YAML",
            })
    void whatIsNoPlainDocumentIsRefusedWithItsPlace(String yaml, String wanted) {
        assertThat(fault(yaml.replace("\\n", "\n").replace("\\t", "\t").replace("\\\\", "\\")))
                .isEqualTo(wanted);
    }

    @Test
    void controlCharactersAreRefused() {
        assertThat(fault("a: b\0c")).isEqualTo("1:1 NOT_YAML");
    }

    @Test
    void aMergeKeyIsAKeyLikeAnyOther() {
        assertThat(fault("a: &x {b: 1}\nc: {<<: *x}")).isNull();
    }

    @Test
    void depthIsBounded() {
        assertThat(fault("[".repeat(33) + "]".repeat(33))).isNull();
        assertThat(fault("[".repeat(34) + "]".repeat(34))).isEqualTo("1:34 TOO_DEEP");
        assertThat(fault("[".repeat(1 << 19))).isEqualTo("1:34 TOO_DEEP");
        assertThat(fault("{a: ".repeat(200_000))).endsWith("TOO_DEEP");
        assertThat(fault("- ".repeat(400_000) + "a")).endsWith("TOO_DEEP");
    }

    @Test
    void whatAliasesRepeatIsCounted() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 9; i++) {
            bomb.append("a%d: &a%d [*a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d]\n"
                    .formatted(i, i, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1));
        }
        assertThat(fault(bomb.toString())).endsWith("TOO_LARGE");
    }

    @Test
    void sizeIsBounded() {
        assertThat(fault("a: " + "b".repeat(1 << 20))).isEqualTo("1:1 TOO_LARGE");
        assertThat(fault("a: " + "é".repeat(1 << 19))).isEqualTo("1:1 TOO_LARGE");
        assertThat(fault("a: " + "b".repeat((1 << 20) - 3))).isNull();
        assertThat(fault("[" + "a,".repeat(100_001) + "]")).endsWith("TOO_LARGE");
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {11, 12})
    void randomTextIsReadOrRefusedAndNothingElse(long seed) {
        List<String> pieces = List.of(
                "a", "b: ", ": ", "- ", "\n", "  ", "{", "}", "[", "]", ", ", "&x ", "*x", "!!str ", "'", "\"", "|\n",
                ">-\n", "#", "?", "%", "@", "`", "---", "...", "\\", "\t", "\u0085", "é", "\ufeff", "<<: ", "null", "~",
                "\ud800", "1", "true");
        RandomGenerator random = RandomGeneratorFactory.of("Xoshiro256PlusPlus").create(seed);
        int read = 0;
        for (int i = 0; i < 10_000; i++) {
            StringBuilder yaml = new StringBuilder();
            for (int n = random.nextInt(12); n >= 0; n--) {
                yaml.append(pieces.get(random.nextInt(pieces.size())));
            }
            read += fault(yaml.toString()) == null ? 1 : 0;
        }
        assertThat(read).isGreaterThan(100);
    }
}
