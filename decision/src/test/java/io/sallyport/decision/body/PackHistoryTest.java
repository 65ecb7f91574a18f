package io.sallyport.decision.body;

import static io.sallyport.testkit.junit.RequireTool.require;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Client;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What packs made by git, and packs made by attackers, show of the descent of commits. */
final class PackHistoryTest {
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final int SHA1 = 40;
    private static final int SHA256 = 64;
    private static final String LONG =
            "a line that every message has, so that one is a difference to another\n".repeat(20);

    @TempDir
    private Path repository;

    private String git = "";

    @BeforeEach
    void findGit() {
        git = require("git").toString();
    }

    private String git(String... words) {
        List<String> command = new ArrayList<>(List.of(git, "-c", "user.name=t", "-c", "user.email=t@localhost"));
        command.addAll(List.of(words));
        Client.Ended ended = Client.run(repository, Map.of(), SOON, command);
        assertThat(ended.exit()).as(ended.out() + ended.err()).isZero();
        return ended.out().strip();
    }

    private void init(String format) {
        git("init", "-q", "-b", "main", "--object-format=" + format);
    }

    private String commit(String message) throws IOException {
        Files.writeString(repository.resolve("file"), message);
        git("add", "file");
        git("commit", "-q", "-m", message);
        return git("rev-parse", "HEAD");
    }

    /** Makes the pack that a push of {@code after} to a server with {@code before} has. */
    private byte[] pack(String after, String before) throws IOException {
        Path asked = Files.writeString(repository.resolve("asked"), after + "\n^" + before + "\n");
        Path made = repository.resolve("made.pack");
        Client.Ended ended = Client.run(
                repository,
                Map.of(),
                SOON,
                List.of(
                        "sh",
                        "-c",
                        "\"$1\" pack-objects --revs --thin --delta-base-offset --stdout -q <\"$2\" >\"$3\"",
                        "sh",
                        git,
                        asked.toString(),
                        made.toString()));
        assertThat(ended.exit()).as(ended.err()).isZero();
        return Files.readAllBytes(made);
    }

    private static boolean shows(byte[] pack, int digits, String after, String before) {
        return PackHistory.read(pack, 0, digits).shows(after, before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sha1", "sha256"})
    void severalCommitsOnTopOfTheOldOneDescendFromIt(String format) throws IOException {
        init(format);
        String before = commit("one");
        commit("two");
        String after = commit("three");
        assertThat(shows(pack(after, before), format.equals("sha1") ? SHA1 : SHA256, after, before))
                .isTrue();
    }

    @Test
    void aCommitThatWasRewrittenDoesNotDescend() throws IOException {
        init("sha1");
        commit("one");
        String before = commit("two");
        git("commit", "-q", "--amend", "-m", "rewritten");
        String after = git("rev-parse", "HEAD");
        assertThat(shows(pack(after, before), SHA1, after, before)).isFalse();
    }

    @Test
    void aMergeDescendsFromEachOfItsParents() throws IOException {
        init("sha1");
        commit("one");
        git("checkout", "-q", "-b", "other");
        git("commit", "-q", "--allow-empty", "-m", "of other");
        String other = git("rev-parse", "HEAD");
        git("checkout", "-q", "main");
        String main = commit("two");
        git("merge", "-q", "-m", "merged", "other");
        String merged = git("rev-parse", "HEAD");
        assertThat(shows(pack(merged, other), SHA1, merged, other)).isTrue();
        assertThat(shows(pack(merged, main), SHA1, merged, main)).isTrue();
    }

    @Test
    void commitsThatAreStoredAsDifferencesAreRead() throws IOException {
        init("sha1");
        String before = commit(LONG + "0");
        String after = before;
        for (int i = 1; i < 30; i++) {
            after = commit(LONG + i);
        }
        byte[] pack = pack(after, before);
        assertThat(kinds(pack)).as("objects that are differences").contains(6);
        assertThat(shows(pack, SHA1, after, before)).isTrue();
    }

    /** The kinds of a pack's first objects, as its commits come first. */
    private static List<Integer> kinds(byte[] pack) {
        var kinds = new ArrayList<Integer>();
        try (var reader = new PackReader(pack, 0, SHA1 / 2, _ -> null)) {
            int before;
            do {
                before = reader.position();
                if (before < pack.length) {
                    kinds.add(pack[before] >> 4 & 7);
                }
            } while (reader.next() && reader.commit() != null);
        }
        return kinds;
    }

    @Test
    void aBeginningShowsNoMoreThanTheWhole() throws IOException {
        init("sha1");
        String before = commit("one");
        String forced = commit("two");
        git("commit", "-q", "--amend", "-m", "rewritten");
        String after = commit("three");
        byte[] pack = pack(after, before);
        boolean shown = false;
        for (int length = 0; length <= pack.length; length++) {
            byte[] beginning = Arrays.copyOf(pack, length);
            boolean now = shows(beginning, SHA1, after, before);
            assertThat(now || !shown).as("%d bytes forget", length).isTrue();
            assertThat(shows(beginning, SHA1, after, forced)).isFalse();
            shown = now;
        }
        assertThat(shown).isTrue();
    }

    @Test
    void whatTheServerHasAlreadyIsNotShown() throws IOException {
        init("sha1");
        String before = commit("one");
        String after = commit("two");
        assertThat(shows(pack(after, after), SHA1, after, before)).isFalse();
        assertThat(shows(new byte[0], SHA1, after, before)).isFalse();
        assertThat(shows(new byte[0], SHA1, after, after)).isTrue();
    }

    @Test
    void textThatHasAnotherIdProvesNothing() throws IOException {
        String before = "1".repeat(SHA1);
        String after = "2".repeat(SHA1);
        String text = "tree " + "3".repeat(SHA1) + "\nparent " + before + "\n\nforged";
        assertThat(shows(ofCommits(text), SHA1, after, before)).isFalse();
    }

    @Test
    void onlyLinesAfterTheTreeAreParents() throws IOException {
        String before = "1".repeat(SHA1);
        for (String text : List.of(
                "tree " + "3".repeat(SHA1) + "\nauthor a\nparent " + before + "\n\n",
                "tree " + "3".repeat(SHA1) + "\n\nparent " + before + "\n",
                "tree " + "3".repeat(SHA1) + "\nparent " + before,
                "tree " + "3".repeat(SHA1) + "\nparent " + before + " ",
                "TREE " + "3".repeat(SHA1) + "\nparent " + before + "\n\n")) {
            assertThat(shows(ofCommits(text), SHA1, id(text), before)).as(text).isFalse();
        }
        String whole = "tree " + "3".repeat(SHA1) + "\nparent " + before + "\n\n";
        assertThat(shows(ofCommits(whole), SHA1, id(whole), before)).isTrue();
    }

    @Test
    void anObjectThatUnpacksToMoreThanTheBoundEndsTheReading() throws IOException {
        String before = "1".repeat(SHA1);
        String text = "tree " + "3".repeat(SHA1) + "\nparent " + before + "\n\n";
        byte[] bomb = object(3, new byte[PackReader.MAX_INFLATED]);
        byte[] commit = object(1, text.getBytes(UTF_8));
        assertThat(shows(pack(commit, bomb), SHA1, id(text), before)).isTrue();
        assertThat(shows(pack(bomb, commit), SHA1, id(text), before)).isFalse();
    }

    private static byte[] ofCommits(String... texts) throws IOException {
        byte[][] objects = new byte[texts.length][];
        for (int i = 0; i < texts.length; i++) {
            objects[i] = object(1, texts[i].getBytes(UTF_8));
        }
        return pack(objects);
    }

    private static byte[] pack(byte[]... objects) throws IOException {
        var pack = new ByteArrayOutputStream();
        pack.write(new byte[] {'P', 'A', 'C', 'K', 0, 0, 0, 2, 0, 0, 0, (byte) objects.length});
        for (byte[] object : objects) {
            pack.write(object);
        }
        return pack.toByteArray();
    }

    private static byte[] object(int type, byte[] content) throws IOException {
        var made = new ByteArrayOutputStream();
        int rest = content.length >> 4;
        made.write(type << 4 | (content.length & 0xf) | (rest > 0 ? 0x80 : 0));
        while (rest > 0) {
            made.write((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
            rest >>= 7;
        }
        try (var deflated = new DeflaterOutputStream(made)) {
            deflated.write(content);
        }
        return made.toByteArray();
    }

    private static String id(String text) {
        byte[] content = text.getBytes(UTF_8);
        try {
            var hash = MessageDigest.getInstance("SHA-1");
            hash.update(("commit " + content.length + "\0").getBytes(UTF_8));
            return HexFormat.of().formatHex(hash.digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
