package io.sallyport.credentials;

import static io.sallyport.credentials.Fetching.accepted;
import static io.sallyport.credentials.Fetching.context;
import static io.sallyport.credentials.Fetching.reason;
import static io.sallyport.credentials.Fetching.texts;
import static io.sallyport.credentials.Fetching.why;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.credentials.SecretFetch.Fetched;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretFileTest {
    private static final String SECRET = "s3cr3t-file";

    @TempDir
    private Path folder;

    private SecretFile source(SecretForm form) {
        return accepted(SecretFile.of(folder.resolve("token").toString(), form));
    }

    private SecretFetch fetch() {
        return source(new SecretForm.Text()).fetch(context());
    }

    private void write(String text) throws IOException {
        Files.writeString(folder.resolve("token"), text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "\r\n"})
    void oneLineEndDoesNotBelongToTheValue(String end) throws IOException {
        write(SECRET + end);
        assertThat(texts(fetch())).isEqualTo(Map.of("value", SECRET));
    }

    @Test
    void aSecondLineIsRefused() throws IOException {
        write(SECRET + "\n\n");
        assertThat(reason(fetch(), SECRET)).contains("control characters");
    }

    @Test
    void membersOfJsonAreReadWithTheirEnd() throws IOException {
        write("{\"AccessKeyId\":\"AKIA\",\"SecretAccessKey\":\"" + SECRET
                + "\",\"Expiration\":\"2026-11-28T00:00:00Z\"}");
        var form = accepted(SecretForm.Members.of(
                Map.of("access_key_id", "AccessKeyId", "secret_access_key", "SecretAccessKey"), "Expiration"));
        SecretFetch fetch = source(form).fetch(context());
        assertThat(((Fetched) fetch).end()).isEqualTo(Instant.parse("2026-11-28T00:00:00Z"));
        assertThat(texts(fetch)).isEqualTo(Map.of("access_key_id", "AKIA", "secret_access_key", SECRET));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                SECRET,
                "[\"" + SECRET + "\"]",
                "{\"token\":" + SECRET + "}",
                "{\"token\":[\"" + SECRET + "\"]}",
                "{\"token\":\"a\",\"token\":\"" + SECRET + "\"}",
                "{\"" + SECRET + "\":\"x\"}",
                "{\"token\":\"" + SECRET + "\\u0000\"}",
                "{\"token\":\"x\",\"end\":\"" + SECRET + "\"}",
                "{\"token\":\"" + SECRET
            })
    void whatIsWrongWithJsonDoesNotQuoteIt(String text) throws IOException {
        write(text);
        var form = accepted(SecretForm.Members.of(Map.of("value", "token"), "end"));
        assertThat(reason(source(form).fetch(context()), SECRET)).startsWith(folder.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw--w----", "rw-----w-", "rw-rw-rw-"})
    void aFileThatOthersMayWriteIsRefused(String mode) throws IOException {
        write(SECRET);
        Files.setPosixFilePermissions(folder.resolve("token"), PosixFilePermissions.fromString(mode));
        assertThat(reason(fetch(), SECRET)).contains("may be written by its group or others");
    }

    @Test
    void whatALinkLeadsToIsCheckedAsWell() throws IOException {
        Path real = Files.writeString(folder.resolve("real"), SECRET);
        Files.createSymbolicLink(folder.resolve("token"), real);
        assertThat(texts(fetch())).containsValue(SECRET);
        Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rw-rw----"));
        assertThat(reason(fetch(), SECRET)).contains("may be written");
    }

    @Test
    void aMountOfKubernetesIsFollowedThroughItsSwaps() throws IOException {
        Files.createSymbolicLink(folder.resolve("token"), Path.of("..data", "token"));
        swap("..2026_1", "first");
        assertThat(texts(fetch())).containsValue("first");
        swap("..2026_2", "second");
        assertThat(texts(fetch())).containsValue("second");
    }

    private void swap(String version, String value) throws IOException {
        Path next = Files.createDirectory(folder.resolve(version));
        Files.writeString(next.resolve("token"), value);
        Path link = Files.createSymbolicLink(folder.resolve("..data_tmp"), Path.of(version));
        Files.move(link, folder.resolve("..data"), StandardCopyOption.ATOMIC_MOVE);
    }

    @Test
    void aFileThatIsReplacedUnderWayIsNeverReadInPart() throws IOException, InterruptedException {
        String one = "1".repeat(60_000);
        String two = "2".repeat(50_000);
        write(one);
        var isOver = new AtomicBoolean();
        Thread writer = Thread.ofPlatform().start(() -> {
            for (int i = 0; !isOver.get(); i++) {
                replace(i % 2 == 0 ? two : one);
            }
        });
        try {
            for (int i = 0; i < 200; i++) {
                if (fetch() instanceof Fetched fetched) {
                    assertThat(texts(fetched)).containsAnyOf(Map.entry("value", one), Map.entry("value", two));
                }
            }
        } finally {
            isOver.set(true);
            writer.join();
        }
    }

    private void replace(String text) {
        try {
            Path next = Files.writeString(folder.resolve("next"), text);
            Files.move(next, folder.resolve("token"), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whatIsNoFileIsNotWaitedFor() throws IOException, InterruptedException {
        assertThat(reason(fetch(), SECRET)).endsWith("does not exist");
        Process mkfifo = new ProcessBuilder("mkfifo", folder.resolve("token").toString()).start();
        assertThat(mkfifo.waitFor()).isZero();
        assertThat(reason(fetch(), SECRET)).endsWith("is no regular file");
    }

    @Test
    void aLargeFileIsRefused() throws IOException {
        write("x".repeat(SecretForm.MAX_BYTES + 1));
        assertThat(reason(fetch(), "xxx")).endsWith("has more than 262144 bytes");
    }

    @Test
    void settingsAreChecked() {
        assertThat(why(SecretFile.of("token", new SecretForm.Text()))).contains("absolute");
        assertThat(why(SecretFile.of("/a\0b", new SecretForm.Text()))).isEqualTo("not a path");
        assertThat(why(SecretForm.Members.of(Map.of("a b", "x"), null))).startsWith("the name of a value");
        assertThat(why(SecretForm.Members.of(Map.of(), null))).isEqualTo("a source has 1 to 16 values");
    }
}
