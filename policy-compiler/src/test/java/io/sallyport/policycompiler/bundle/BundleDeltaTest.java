package io.sallyport.policycompiler.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.text.Parsed;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BundleDeltaTest {
    private static final String MANIFEST = "{\"revision\": \"r-2\", \"roots\": [\"lists\"]}";
    private static final OpaBundle BASE = OpaBundle.of(Map.of("a.rego", "package a"), 1, (RegoObject)
            RegoJson.valueOf("{\"lists\": {\"a/b\": {\"x\": [1], \"y\": 2}, \"n\": 1}}"));

    private static BundleUpdate update(Map<String, String> files) {
        var bytes = new TreeMap<String, byte[]>();
        files.forEach((name, text) -> bytes.put(name, text.getBytes(StandardCharsets.UTF_8)));
        return BundleReader.update(Archive.pack(bytes), BundleLimits.DEFAULTS, null);
    }

    private static BundleUpdate patch(String operations) {
        return update(Map.of(".manifest", MANIFEST, "patch.json", "{\"data\": " + operations + "}"));
    }

    private static Parsed<OpaBundle> applied(String operations) {
        BundleUpdate read = patch(operations);
        assertThat(read).as(read.toString()).isInstanceOf(BundleUpdate.Delta.class);
        return ((BundleUpdate.Delta) read).delta().applyTo(BASE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            [{"op":"upsert","path":"/lists/c/d","value":1}]|{"lists":{"a/b":{"x":[1],"y":2},"c":{"d":1},"n":1}}
            [{"op":"replace","path":"lists/a~1b/x","value":null}]|{"lists":{"a/b":{"x":null,"y":2},"n":1}}
            [{"op":"remove","path":"/lists/a~1b/y"}]|{"lists":{"a/b":{"x":[1]},"n":1}}
            [{"op":"upsert","path":"lists/q/r","value":1},{"op":"upsert","path":"lists","value":{}}]|{"lists":{}}
            """)
    void operationsChangeTheData(String operations, String data) {
        Parsed<OpaBundle> patched = applied(operations);
        assertThat(patched).isInstanceOfSatisfying(Parsed.Accepted.class, accepted -> {
            OpaBundle bundle = (OpaBundle) accepted.value();
            assertThat(RegoJson.write(bundle.data())).isEqualTo(data);
            assertThat(bundle.manifest().revision()).isEqualTo("r-2");
            assertThat(bundle.modules()).isEqualTo(BASE.modules());
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "[{\"op\":\"replace\",\"path\":\"lists/none\",\"value\":1}]|/lists/none is not there",
                "[{\"op\":\"remove\",\"path\":\"lists/none/x\"}]|/lists/none/x is not there",
                "[{\"op\":\"upsert\",\"path\":\"lists/n/x\",\"value\":1}]|/lists/n/x leads through what is no object"
            })
    void whatDoesNotFitChangesNothing(String operations, String why) {
        assertThat(applied(operations)).hasToString("Rejected[why=" + why + ", at=0]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "[]|data: not 1 to",
                "[{\"op\":\"move\",\"path\":\"lists/a\"}]|op: \"move\" (expected",
                "[{\"op\":\"upsert\",\"path\":\"lists/a\"}]|value: missing",
                "[{\"op\":\"remove\",\"path\":\"lists/a\",\"value\":1}]|value: not of a removal",
                "[{\"op\":\"remove\",\"path\":\"other/a\"}]|outside the roots",
                "[{\"op\":\"remove\",\"path\":\"/\"}]|no path of names",
                "[{\"op\":\"remove\",\"path\":\"lists/a\",\"from\":\"x\"}]|not served"
            })
    void malformedOperationsAreRefused(String operations, String why) {
        assertThat(patch(operations).toString()).contains(why);
    }

    @Test
    void aDeltaHasNoPolicy() {
        assertThat(update(Map.of(".manifest", MANIFEST, "patch.json", "{\"data\": []}", "a.rego", "package a"))
                        .toString())
                .contains("nothing else");
        assertThat(update(Map.of("patch.json", "{}")).toString()).contains("nothing else");
    }
}
