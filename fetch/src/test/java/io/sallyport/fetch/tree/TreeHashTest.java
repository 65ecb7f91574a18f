package io.sallyport.fetch.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.model.Sha256;
import io.sallyport.model.text.Parsed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TreeHashTest {
    private static final String EMPTY_SET = "01ba4719c80b6fe911b091a7c05124b64eeece964e09c058ef8f9805daca546b";

    private static final Map<String, String> MINIMAL =
            Map.of("SKILL.md", "LS0tCm5hbWU6IGhlbGxvCmRlc2NyaXB0aW9uOiBTYXlzIGhlbGxvLgotLS0KIyBIZWxsbwo=");
    private static final Map<String, String> NESTED = Map.of(
            "SKILL.md", "LS0tCm5hbWU6IGxpbnQKLS0tCiMgTGludApSdW4gc2NyaXB0cy9ydW4uc2gK",
            "references/empty.txt", "",
            "references/rules.txt", "cnVsZXMNCg==",
            "scripts/run.sh", "IyEvYmluL3NoCmVjaG8gbGludAo=");
    private static final Map<String, String> ORDER =
            Map.of("SKILL.md", "QQo=", "run", "Qgo=", "run-all", "Qwo=", "run.d/x", "RAo=", "run2", "RQo=");
    private static final Map<String, String> UTF16 =
            Map.of("SKILL.md", "QQo=", "\uE000.md", "cHVhCg==", "\uD83D\uDE00.md", "ZW1vamkK");

    @Test
    void oneFileHasItsHash() {
        assertThat(TreeHash.of(entries(MINIMAL)).hex())
                .isEqualTo("4dcdb3f48aeb04b8b436f65c01dbee3ab82a76f266fffb4a2ca36763d2d8efc3");
    }

    @Test
    void directoriesAndEmptyFilesAreInTheHash() {
        assertThat(TreeHash.of(entries(NESTED)).hex())
                .isEqualTo("456a154f21f58d301ae391639394e1be33febd46c2349d22d4095a21a61e40e7");
    }

    @Test
    void linesAreSortedAndNotPaths() {
        assertThat(TreeHash.of(entries(ORDER)).hex())
                .isEqualTo("acb502fae649ee00bb71d4cacca9c12379ebdbf77c31a15217987d2138a9b3e1")
                .isNotEqualTo(sortedBy(
                        ORDER, Comparator.comparing(entry -> entry.path().text())));
        assertThat(sortedBy(ORDER, Comparator.comparing(entry -> entry.path().text())))
                .isEqualTo("e2cd1256a384beed38647e165733b9ea6909f5d4799552b8e1adc55a4419c48d");
    }

    @Test
    void bytesAreSortedAndNotCharsOfJava() {
        assertThat(TreeHash.of(entries(UTF16)).hex())
                .isEqualTo("2f6374e1745bf6aa163c0bd46c2bb59931a5a367dde7a704c9348478fe70e5c5");
        assertThat(sortedBy(UTF16, Comparator.comparing(entry -> entry.path().text() + ":" + entry.sha256())))
                .isEqualTo("95443185e76743fecc6d06f16ac03d5f5a780f0371b35088e437d3526827b7d7");
    }

    @Test
    void theOrderInWhichFilesCameIsNotInTheHash() {
        List<TreeEntry> entries = new ArrayList<>(entries(NESTED));
        Collections.reverse(entries);
        assertThat(TreeHash.of(entries)).isEqualTo(TreeHash.of(entries(NESTED)));
    }

    @Test
    void filesHaveTheirOwnHashes() {
        assertThat(entries(NESTED))
                .extracting(entry -> entry.sha256().hex())
                .contains(
                        "ac8d50b6342338af6f493a7930c26c56da1eaa520144d693fae78478089d6d8f",
                        "0bd345d7ce143ca24402cac86ea11196bda4bafca3d97e9292f6a8154eb8861e",
                        "f98aac584a3561e0d1d3e0a60a49dc7624ce71db038d7df770ef10646c973740");
        assertThat(entries(MINIMAL))
                .extracting(entry -> entry.sha256().hex())
                .containsExactly("f69a7459b21c67df8535f10f8cb77a3fd253c73cd2ebe2c461ecfa70e315b017");
    }

    @Test
    void nothingHasNoHash() {
        assertThat(Sha256.of("\n".getBytes(StandardCharsets.UTF_8)).hex()).isEqualTo(EMPTY_SET);
        assertThatThrownBy(() -> TreeHash.of(List.of())).hasMessageContaining("at least one file");
    }

    @Test
    void aPathThatWouldWriteALineOfItsOwnIsNoPath() {
        String forged = "a:" + "0".repeat(64) + "\nb";
        assertThat(SkillPath.parse(forged)).isEqualTo(new Parsed.Rejected<>("a control character in a name"));
    }

    private static List<TreeEntry> entries(Map<String, String> files) {
        return files.entrySet().stream()
                .map(file -> new TreeEntry(
                        new SkillPath(file.getKey()),
                        Sha256.of(Base64.getDecoder().decode(file.getValue()))))
                .toList();
    }

    private static String sortedBy(Map<String, String> files, Comparator<TreeEntry> order) {
        StringBuilder lines = new StringBuilder();
        entries(files).stream()
                .sorted(order)
                .forEach(entry -> lines.append(entry.path())
                        .append(':')
                        .append(entry.sha256())
                        .append('\n'));
        return Sha256.of(lines.toString().getBytes(StandardCharsets.UTF_8)).hex();
    }
}
