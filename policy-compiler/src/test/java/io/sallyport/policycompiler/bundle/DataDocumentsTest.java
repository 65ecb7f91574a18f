package io.sallyport.policycompiler.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.value.RegoJson;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DataDocumentsTest {
    private static BundleRead read(Map<String, String> files) {
        var bytes = new TreeMap<String, byte[]>();
        files.forEach((name, text) -> bytes.put(name, text.getBytes(StandardCharsets.ISO_8859_1)));
        return BundleReader.read(Archive.pack(bytes), new BundleLimits(1 << 20, 1 << 20, 100, 32), null);
    }

    @Test
    void yamlAndJsonAreMergedAlike() {
        BundleRead read =
                read(Map.of("data.json", "{\"a\": 1}", "b/data.yaml", "x: [1, {y: ~}]\n", "c/data.yml", "1.0\n"));
        assertThat(read)
                .isInstanceOfSatisfying(
                        BundleRead.Accepted.class,
                        accepted -> assertThat(accepted.bundle().data())
                                .isEqualTo(RegoJson.valueOf(
                                        "{\"a\": 1, \"b\": {\"x\": [1, {\"y\": null}]}, \"c\": 1.0}")));
    }

    @Test
    void aliasesThatMultiplyAreRefused() {
        StringBuilder yaml = new StringBuilder("a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1]\n");
        for (int i = 1; i < 12; i++) {
            String alias = "*a" + (i - 1);
            yaml.append("a%d: &a%d [%s]\n".formatted(i, i, String.join(", ", Collections.nCopies(9, alias))));
        }
        assertThat(read(Map.of("data.yaml", yaml.toString())).toString()).startsWith("data.yaml: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"[1", "a: *b", "- a", "a: \u00ff", "? [1]\n: 2", "a: !!java.lang.Object {}\nb: [", "&a [*a]"})
    void whatIsNoDocumentOfYamlIsRefusedAndNamed(String yaml) {
        assertThat(read(Map.of("data.yaml", yaml)))
                .isInstanceOfSatisfying(
                        BundleRead.Rejected.class,
                        rejected -> assertThat(rejected.file()).isEqualTo("data.yaml"));
    }

    @Test
    void oneDocumentInBothFormsIsRefused() {
        assertThat(read(Map.of("data.json", "{\"a\": 1}", "data.yaml", "a: 1\n"))
                        .toString())
                .contains("given by two documents");
    }
}
