package io.sallyport.policycompiler.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.value.RegoJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BundleReaderTest {
    private static final String OWNS_A = "{\"revision\": \"r\", \"roots\": [\"a\", \"b/c\"]}";

    private static BundleRead read(Map<String, String> files) {
        return BundleReader.read(packed(files), BundleLimits.DEFAULTS, null);
    }

    private static byte[] packed(Map<String, String> files) {
        var bytes = new TreeMap<String, byte[]>();
        files.forEach((name, text) -> bytes.put(name, text.getBytes(StandardCharsets.UTF_8)));
        return Archive.pack(bytes);
    }

    private static OpaBundle accepted(Map<String, String> files) {
        BundleRead read = read(files);
        assertThat(read).as(read.toString()).isInstanceOf(BundleRead.Accepted.class);
        return ((BundleRead.Accepted) read).bundle();
    }

    private static void refused(BundleRead read, String why) {
        assertThat(read).isInstanceOf(BundleRead.Rejected.class);
        assertThat(read.toString()).contains(why);
    }

    @Test
    void documentsStandAtTheirFoldersAndAreMerged() {
        OpaBundle bundle = accepted(Map.of(
                "data.json", "{\"a\": {\"x\": 1}}",
                "/a/b/data.json", "{\"y\": 2}",
                "./a/b/c/data.json", "[3]",
                "p/q.rego", "package p",
                "plan.json", "{}"));
        assertThat(bundle.data()).isEqualTo(RegoJson.valueOf("{\"a\": {\"x\": 1, \"b\": {\"y\": 2, \"c\": [3]}}}"));
        assertThat(bundle.modules()).isEqualTo(Map.of("p/q.rego", "package p"));
        assertThat(bundle.plan()).isEqualTo("{}");
        assertThat(bundle.manifest()).isEqualTo(BundleManifest.NONE);
        assertThat(bundle.runsAsWasm()).isFalse();
        assertThat(accepted(Map.of("policy.wasm", "w", "data.json", "{}")).runsAsWasm())
                .isTrue();
    }

    @Test
    void theManifestSaysWhatTheBundleOwns() {
        OpaBundle bundle =
                accepted(Map.of(".manifest", OWNS_A, "a/data.json", "7", "data.json", "{\"b\": {\"c\": {\"d\": 1}}}"));
        assertThat(bundle.manifest().revision()).isEqualTo("r");
        assertThat(bundle.manifest().owns("b/c/d")).isTrue();
        assertThat(bundle.manifest().owns("b/cd")).isFalse();
        refused(read(Map.of(".manifest", OWNS_A, "data.json", "{\"b\": {\"d\": 1}}")), "b/d: outside the roots");
        refused(read(Map.of(".manifest", OWNS_A, "data.json", "{\"b\": 1}")), "b: outside the roots");
        refused(read(Map.of(".manifest", OWNS_A, "z/data.json", "{}")), "z: outside the roots");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            []                                        | no JSON object
            {"revision": 1}                           | revision: no string
            {"revision": "", "roots": "a"}            | roots: no list
            {"revision": "", "roots": [1]}            | roots: no list
            {"revision": "", "roots": ["a", "/a/b/"]} | overlap
            {"revision": "", "roots": ["", "a"]}      | overlap
            {"revision": "", "rego_version": 2}       | rego_version: 2
            {"revision": "", "patch": {}}             | not served
            {"file_rego_versions": []}                | file_rego_versions: no object
            {"file_rego_versions": {"/a.rego": "0"}}  | file_rego_versions: "0" (expected: 0 or 1)
            {"file_rego_versions": {"": 0}}           | expected: the name of one file
            {"file_rego_versions": {"/a/*.rego": 0}}  | expected: the name of one file
            {"revision": ""                           | .manifest: 1:
            """)
    void aManifestThatIsNotUnderstoodIsRefused(String manifest, String why) {
        refused(read(Map.of(".manifest", manifest)), why);
    }

    @Test
    void theManifestSaysWhatVersionOfRegoAFileIsIn() {
        BundleManifest manifest = accepted(Map.of(
                        ".manifest",
                        "{\"rego_version\": 0, \"file_rego_versions\": {\"/a/new.rego\": 1, \"b/new.rego\": 1}}"))
                .manifest();
        assertThat(manifest.regoVersionOf("a/new.rego")).isOne();
        assertThat(manifest.regoVersionOf("b/new.rego")).isOne();
        assertThat(manifest.regoVersionOf("new.rego")).isZero();
        assertThat(BundleManifest.NONE.regoVersionOf("new.rego")).isOne();
    }

    @Test
    void whatIsNoFileOfABundleIsRefusedAndNamed() {
        refused(read(Map.of("run.sh", "")), "run.sh: no file of a bundle");
        refused(read(Map.of("patch.json", "{}")), "patch.json: no file of a bundle");
        refused(read(Map.of("a/data.json", "{\"x\": 1}", "data.json", "{\"a\": {\"x\": 2}}")), "x: given by two");
        refused(read(Map.of("data.json", "[1]")), "data.json: no JSON object");
        refused(read(Map.of("data.json", "{\"a\": \"\ud800\"}x")), "data.json: 1:");
        BundleRead read = BundleReader.read(
                Archive.pack(new TreeMap<>(Map.of("p.rego", new byte[] {(byte) 0xff}))), BundleLimits.DEFAULTS, null);
        refused(read, "p.rego: not UTF-8");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../a.rego",
                "a/../b.rego",
                "/../a.rego",
                "a//b.rego",
                "a/./b.rego",
                "a\\b.rego",
                "a\nb.rego",
                "//a.rego"
            })
    void aNameThatLeadsElsewhereIsRefused(String name) throws IOException {
        refused(BundleReader.read(archive(entry(name, TarConstants.LF_NORMAL)), BundleLimits.DEFAULTS, null), "a name");
    }

    @ParameterizedTest
    @ValueSource(
            bytes = {
                TarConstants.LF_SYMLINK,
                TarConstants.LF_LINK,
                TarConstants.LF_CHR,
                TarConstants.LF_BLK,
                TarConstants.LF_FIFO
            })
    void whatIsNoPlainFileIsRefused(byte kind) throws IOException {
        TarArchiveEntry entry = entry("a.rego", kind);
        entry.setLinkName("/etc/passwd");
        refused(BundleReader.read(archive(entry), BundleLimits.DEFAULTS, null), "a.rego: neither a plain file nor");
    }

    @Test
    void aFileThatStandsTwiceIsRefusedHoweverItIsWritten() throws IOException {
        byte[] twice = archive(entry("a.rego", TarConstants.LF_NORMAL), entry("/a.rego", TarConstants.LF_NORMAL));
        refused(BundleReader.read(twice, BundleLimits.DEFAULTS, null), "a.rego: stands in the archive twice");
    }

    @Test
    void aBombCostsNoMoreThanTheBound() {
        var limits = new BundleLimits(1 << 20, 1 << 20, 3, 10);
        byte[] bomb = packed(Map.of("data.json", " ".repeat(20 << 20) + "{}"));
        assertThat(bomb.length).isLessThan(limits.maxArchiveBytes());
        refused(BundleReader.read(bomb, limits, null), "larger than 1048576 bytes when it is unpacked");
        refused(BundleReader.read(new byte[2 << 20], limits, null), "larger than 1048576 bytes");
        refused(
                BundleReader.read(packed(Map.of("1.rego", "", "2.rego", "", "3.rego", "", "4.rego", "")), limits, null),
                "more than 3 files");
        refused(
                BundleReader.read(packed(Map.of("data.json", "[".repeat(11) + "]".repeat(11))), limits, null),
                "data.json: 1:");
    }

    @Test
    void everyBeginningOfAnArchiveIsRefusedOrTheWhole() {
        byte[] whole = packed(Map.of("data.json", "{\"a\": 1}", "p.rego", "package p"));
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThat(BundleReader.read(cut, BundleLimits.DEFAULTS, null)).isInstanceOf(BundleRead.Rejected.class);
        }
    }

    @Test
    void equalFilesMakeEqualBytes() {
        String longName = "a/".repeat(80) + "x.rego";
        Map<String, String> files = Map.of("b.rego", "package b", longName, "package a");
        assertThat(packed(files)).isEqualTo(packed(new TreeMap<>(files)));
        assertThat(accepted(files).modules()).isEqualTo(files);
    }

    private static TarArchiveEntry entry(String name, byte kind) {
        return new TarArchiveEntry(name, kind, true);
    }

    private static byte[] archive(TarArchiveEntry... entries) throws IOException {
        var out = new ByteArrayOutputStream();
        try (var tar = new TarArchiveOutputStream(new GZIPOutputStream(out), "UTF-8")) {
            for (TarArchiveEntry entry : entries) {
                tar.putArchiveEntry(entry);
                tar.closeArchiveEntry();
            }
        }
        return out.toByteArray();
    }
}
