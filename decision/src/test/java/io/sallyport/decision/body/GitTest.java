package io.sallyport.decision.body;

import static io.sallyport.decision.body.Bodies.assertReads;
import static io.sallyport.decision.body.Bodies.assertUnreadable;
import static io.sallyport.decision.body.Bodies.request;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class GitTest {
    private static final String TYPE = "application/x-git-receive-pack-request";
    private static final String NONE = "0".repeat(40);
    private static final String A = "a".repeat(40);
    private static final String B = "b".repeat(40);
    private static final String CAPABILITIES = "\0 report-status object-format=sha1 agent=git/2.43";

    private static BodyForm head(String method, String target) {
        return Bodies.of("text/plain", "").git(request(method, target));
    }

    private static String line(String text) {
        return "%04x%s".formatted(text.getBytes(UTF_8).length + 4, text);
    }

    private static String commands(String... lines) {
        var body = new StringBuilder();
        for (String text : lines) {
            body.append(line(text));
        }
        return body + "0000";
    }

    private static BodyForm push(String body) {
        return Bodies.of(TYPE, body).git(request("POST", "/org/repo.git/git-receive-pack"));
    }

    private static String pushed(String refs, String options) {
        return "{\"repository\":\"org/repo\",\"operation\":\"push\",\"refs\":[%s],\"options\":[%s]}"
                .formatted(refs, options);
    }

    private static String ref(String name, String before, String after) {
        return "{\"name\":\"%s\",\"old\":\"%s\",\"new\":\"%s\",\"create\":%b,\"delete\":%b,\"fast_forward\":false}"
                .formatted(name, before, after, before.equals(NONE), after.equals(NONE));
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /org/repo.git/info/refs?service=git-upload-pack, fetch",
        "GET, /org/repo/info/refs?service=git-upload-pack, fetch",
        "GET, /org/repo/info/refs?service=git-receive-pack, push",
        "POST, /org/repo.git/git-upload-pack, fetch",
        "POST, /org/repo.git/git-upload-archive, fetch",
        "GET, /org/repo.git/info/lfs/locks, fetch",
        "POST, /org/repo.git/info/lfs/locks, push",
        "PUT, /org/repo.git/info/lfs/objects/ab, push"
    })
    void theHeadTellsRepositoryAndOperation(String method, String target, String operation) {
        assertReads(head(method, target), "{\"repository\":\"org/repo\",\"operation\":\"" + operation + "\"}");
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /org/repo",
        "GET, /org/repo/tree/main?service=git-receive-pack",
        "POST, /",
        "GET, /org/repo/info",
        "GET, /org/git-receive"
    })
    void otherRequestsAreAbsent(String method, String target) {
        assertThat(head(method, target)).isEqualTo(new BodyForm.Absent());
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /org/repo/info/refs",
        "GET, /org/repo/info/refs?service=git-upload-pack&service=git-receive-pack",
        "GET, /org/repo/info/refs?service=git-upload-pack&Service=git-receive-pack",
        "GET, /org/repo/info/refs?service=git-evil",
        "GET, /org/repo/info/refs?service=%zz",
        "POST, /org/repo/info/refs?service=git-upload-pack",
        "GET, /org/repo/info/refs/?service=git-receive-pack",
        "GET, /org/repo/Info/Refs?service=git-receive-pack",
        "GET, /info/refs?service=git-receive-pack",
        "GET, /org/repo/git-receive-pack",
        "PUT, /org/repo/git-receive-pack",
        "POST, /org/repo/git-receive-pack/",
        "POST, /org/repo/Git-Receive-Pack",
        "POST, /git-receive-pack",
        "POST, /org/repo/git-receive-pack/git-upload-pack",
        "GET, /org/git-receive-pack/info/refs?service=git-upload-pack",
        "POST, /org/repo/info/lfs/a/git-receive-pack",
        "POST, /org/repo/INFO/lfs/objects/batch",
        "POST, /info/lfs/objects/batch"
    })
    void whatIsNearlyARequestOfGitIsUnreadable(String method, String target) {
        assertUnreadable(head(method, target), "a path or a method that is nearly one of git");
    }

    @Test
    void aPushHasItsRefs() {
        assertReads(
                push(commands(
                                A + " " + B + " refs/heads/main" + CAPABILITIES,
                                NONE + " " + A + " refs/heads/\u00e9/x\n",
                                B + " " + NONE + " refs/tags/v1")
                        + "PACK\u0000\u0002"),
                pushed(
                        ref("refs/heads/main", A, B) + "," + ref("refs/heads/\u00e9/x", NONE, A) + ","
                                + ref("refs/tags/v1", B, NONE),
                        ""));
    }

    @Test
    void theRequestThatAsksWhetherOneMayPushHasNoRefs() {
        assertReads(push("0000"), pushed("", ""));
    }

    @Test
    void linesOfShallowClonesArePassedOver() {
        assertReads(
                push(commands("shallow " + A, A + " " + B + " refs/heads/a" + CAPABILITIES)),
                pushed(ref("refs/heads/a", A, B), ""));
        assertUnreadable(
                push(commands(A + " " + B + " refs/heads/a" + CAPABILITIES, "shallow " + A)),
                "a malformed command, or too many");
    }

    @Test
    void optionsFollowTheCommands() {
        String body = commands(A + " " + B + " refs/heads/a\0 push-options report-status");
        assertReads(push(body + commands("ci.skip", "x=y")), pushed(ref("refs/heads/a", A, B), "\"ci.skip\",\"x=y\""));
        assertUnreadable(push(body), "commands of git that are not complete");
    }

    @Test
    void digestsAreOfTheFormatThatIsNamed() {
        String a = "a".repeat(64);
        String b = "b".repeat(64);
        String sha256 = "\0object-format=sha256 report-status";
        assertReads(push(commands(a + " " + b + " refs/heads/a" + sha256)), pushed(ref("refs/heads/a", a, b), ""));
        for (String command : List.of(
                a + " " + b + " refs/heads/a" + CAPABILITIES,
                A + " " + B + " refs/heads/a" + sha256,
                A + " " + b + " refs/heads/a" + CAPABILITIES)) {
            assertUnreadable(push(commands(command)), "a malformed command, or too many");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "main",
                "HEAD",
                "refs/",
                "refs/heads/",
                "refs/heads/a..b",
                "refs/heads/../../x",
                "refs/heads//a",
                "refs/heads/a b",
                "refs/heads/a\tb",
                "refs/heads/a\nb",
                "refs/heads/a~1",
                "refs/heads/a^",
                "refs/heads/a:b",
                "refs/heads/*",
                "refs/heads/a?",
                "refs/heads/[a",
                "refs/heads/a\\b",
                "refs/heads/a@{1}",
                "refs/heads/.a",
                "refs/heads/a.",
                "refs/heads/a.lock",
                "refs/heads/a.lock/b",
                "Refs/heads/a",
                "refs/heads/a\u007f"
            })
    void aNameThatGitDoesNotTakeIsUnreadable(String name) {
        assertUnreadable(push(commands(A + " " + B + " " + name + CAPABILITIES)), "a malformed command, or too many");
    }

    @Test
    void aCommandOfTwoReadingsIsUnreadable() {
        for (String command : List.of(
                A + " " + B + "  refs/heads/a",
                A + "  " + B + " refs/heads/a",
                " " + A + " " + B + " refs/heads/a",
                A.toUpperCase(Locale.ROOT) + " " + B + " refs/heads/a",
                NONE + " " + NONE + " refs/heads/a",
                "push-cert\0 report-status",
                A + " " + B)) {
            assertUnreadable(push(commands(command)), "a malformed command, or too many");
        }
        String first = A + " " + B + " refs/heads/a" + CAPABILITIES;
        assertUnreadable(push(commands(first, A + " " + B + " refs/heads/b\0x")), "a malformed command, or too many");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0001", "0002", "0003", "0004", "00g0", "-001", "fff1", "PACK", "0006\u00c3", "{\"a\":1}"})
    void whatIsNoLineIsUnreadable(String body) {
        byte[] bytes = body.getBytes(ISO_8859_1);
        assertThat(PushCommands.read(Arrays.copyOf(bytes, Math.max(bytes.length, 70_000))))
                .isEqualTo(new PushCommands.Unreadable("no lines of git"));
    }

    @Test
    void everyBeginningOfTheCommandsNeedsMoreAndNothingBehindThemCounts() {
        String whole = commands(A + " " + B + " refs/heads/a" + CAPABILITIES, A + " " + B + " refs/heads/b");
        byte[] bytes = whole.getBytes(UTF_8);
        for (int length = 0; length < bytes.length; length++) {
            assertThat(PushCommands.read(Arrays.copyOf(bytes, length))).isEqualTo(new PushCommands.Partial());
        }
        assertThat(PushCommands.read(bytes))
                .isInstanceOf(PushCommands.Whole.class)
                .isEqualTo(PushCommands.read((whole + line(A + " " + B + " refs/heads/c")).getBytes(UTF_8)));
    }

    @Test
    void commandsAreBounded() {
        String[] lines = new String[1001];
        Arrays.setAll(lines, i -> A + " " + B + " refs/heads/a" + i + (i == 0 ? CAPABILITIES : ""));
        assertThat(PushCommands.read(commands(Arrays.copyOf(lines, 1000)).getBytes(UTF_8)))
                .isInstanceOf(PushCommands.Whole.class);
        assertUnreadable(push(commands(lines)), "a malformed command, or too many");
        String shallow = line("shallow " + A).repeat(6_000);
        assertUnreadable(push(shallow), "commands of more than 262144 bytes");
    }

    @Test
    void aPushOfAnotherTypeOrCodingIsUnreadable() {
        String body = commands(A + " " + B + " refs/heads/a" + CAPABILITIES);
        var request = request("POST", "/org/repo/git-receive-pack");
        String why = "a Content-Type or a Content-Encoding not of a push of git";
        assertUnreadable(Bodies.of("text/plain", body).git(request), why);
        assertUnreadable(
                BodyForms.of(body.getBytes(UTF_8), List.of(TYPE), List.of("gzip"), BodyLimits.DEFAULT)
                        .git(request),
                why);
        assertUnreadable(
                BodyForms.of(body.getBytes(UTF_8), List.of(TYPE, TYPE), List.of(), BodyLimits.DEFAULT)
                        .git(request),
                why);
    }

    @Test
    void aBatchOfLfsIsJudgedByItsOperation() {
        assertReads(lfs("{\"operation\":\"download\"}"), "{\"repository\":\"o/r\",\"operation\":\"fetch\"}");
        assertReads(
                lfs("{\"operation\":\"upload\",\"objects\":[]}"), "{\"repository\":\"o/r\",\"operation\":\"push\"}");
        assertUnreadable(lfs("{\"operation\":\"Upload\"}"), "a batch of LFS that neither downloads nor uploads");
        assertUnreadable(lfs("{\"Operation\":\"upload\"}"), "no batch of LFS");
        assertUnreadable(lfs("[]"), "no batch of LFS");
        assertUnreadable(lfs(""), "no batch of LFS");
    }

    private static BodyForm lfs(String body) {
        return Bodies.of("application/vnd.git-lfs+json", body).git(request("POST", "/o/r.git/info/lfs/objects/batch"));
    }
}
