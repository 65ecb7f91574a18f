package io.sallyport.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.fetch.FetchFixture.Options;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.GitRepositories;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.lib.CommitBuilder;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.lib.RefUpdate;
import org.eclipse.jgit.lib.TreeFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Trees that git's own programs would not write, served by git all the same. */
@Execution(ExecutionMode.CONCURRENT)
class HostileTreeTest {
    @TempDir
    private Path directory = Path.of("");

    /** Makes the tree of {@code skills/a}. */
    @FunctionalInterface
    private interface Shape {
        ObjectId tree(ObjectInserter into, ObjectId file) throws IOException;
    }

    private String refusal(Shape shape) throws Exception {
        Path served = Files.createTempDirectory(directory, "served");
        var repositories = new GitRepositories(RequireTool.require("git"), served);
        repositories.create("acme/skills", Map.of("README", "x"));
        try (var repository =
                        new FileRepository(served.resolve("acme/skills.git").toFile());
                ObjectInserter into = repository.newObjectInserter()) {
            ObjectId file = into.insert(Constants.OBJ_BLOB, "text\n".getBytes(UTF_8));
            ObjectId root = directory(into, "skills", directory(into, "a", shape.tree(into, file)));
            var commit = new CommitBuilder();
            commit.setTreeId(root);
            commit.setAuthor(new PersonIdent("t", "t@t", Instant.EPOCH, ZoneOffset.UTC));
            commit.setCommitter(new PersonIdent("t", "t@t", Instant.EPOCH, ZoneOffset.UTC));
            commit.setMessage("hostile");
            ObjectId id = into.insert(commit);
            into.flush();
            RefUpdate main = repository.updateRef("refs/heads/main");
            main.setNewObjectId(id);
            main.forceUpdate();
        }
        return asked(repositories);
    }

    private String asked(GitRepositories repositories) throws Exception {
        var options = new Options();
        options.forge.wrap(_ -> Answer.text(403, "{}"));
        options.git = "http://git.test/";
        try (Origin origin = Origin.plain(repositories)) {
            options.gitPort = origin.port();
            try (var fixture = new FetchFixture(Files.createTempDirectory(directory, "run"), options)) {
                var answer = fixture.fetch(FetchFixture.PREFIX + "skills/a#sha256=" + "0".repeat(64));
                assertThat(answer.statusCode())
                        .as(fixture.auditLines().toString())
                        .isEqualTo(422);
                assertThat(FetchFixture.below(fixture.sandbox())).containsExactly("");
                return answer.body();
            }
        }
    }

    private static ObjectId directory(ObjectInserter into, String name, ObjectId tree) throws IOException {
        var formatter = new TreeFormatter();
        formatter.append(name, FileMode.TREE, tree);
        return into.insert(formatter);
    }

    private static Shape entry(String name, FileMode mode) {
        return (into, file) -> {
            var formatter = new TreeFormatter();
            formatter.append(name.getBytes(UTF_8), mode, file);
            return into.insert(formatter);
        };
    }

    @Test
    void namesThatLeadElsewhereAreRefused() throws Exception {
        assertThat(refusal(entry("..", FileMode.REGULAR_FILE))).contains("a dot segment");
        assertThat(refusal(entry("a/../../x", FileMode.REGULAR_FILE))).contains("a slash in a name");
        assertThat(refusal(entry(".GIT", FileMode.REGULAR_FILE))).contains("a .git directory");
        assertThat(refusal(entry("a\\b", FileMode.REGULAR_FILE))).contains("a backslash in a name");
        assertThat(refusal(entry("a\u001bb", FileMode.REGULAR_FILE)))
                .contains("a control character in a name")
                .doesNotContain("\u001b");
    }

    @Test
    void aNameThatIsNoUnicodeIsRefused() throws Exception {
        assertThat(refusal((into, file) -> {
                    var formatter = new TreeFormatter();
                    formatter.append(new byte[] {'a', (byte) 0xff}, FileMode.REGULAR_FILE, file);
                    return into.insert(formatter);
                }))
                .contains("a name that is not Unicode");
    }

    @Test
    void aNameTwiceIsRefused() throws Exception {
        assertThat(refusal((into, file) -> {
                    var formatter = new TreeFormatter();
                    formatter.append("a", FileMode.REGULAR_FILE, file);
                    formatter.append("a", FileMode.EXECUTABLE_FILE, file);
                    return into.insert(formatter);
                }))
                .contains("a file that is named twice");
    }

    @Test
    void aTreeOfTheSameTreesManyTimesOverIsRefused() throws Exception {
        assertThat(refusal((into, _) -> {
                    ObjectId below = into.insert(new TreeFormatter());
                    for (int level = 0; level < 12; level++) {
                        var formatter = new TreeFormatter();
                        for (char name = 'a'; name <= 'j'; name++) {
                            formatter.append(String.valueOf(name), FileMode.TREE, below);
                        }
                        below = into.insert(formatter);
                    }
                    return below;
                }))
                .contains("more than 4000 directories");
    }

    @Test
    void manyLevelsAreRefused() throws Exception {
        assertThat(refusal((into, file) -> {
                    var leaf = new TreeFormatter();
                    leaf.append("x", FileMode.REGULAR_FILE, file);
                    ObjectId below = into.insert(leaf);
                    for (int level = 0; level < 40; level++) {
                        below = directory(into, "d", below);
                    }
                    return below;
                }))
                .contains("more than 32 levels");
    }

    @Test
    void aDirectoryWithoutFilesIsNone() throws Exception {
        assertThat(refusal((into, _) -> into.insert(new TreeFormatter()))).contains("contains no files");
    }
}
