package io.sallyport.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Bare git repositories in one folder, served over smart HTTP by {@code git http-backend} (gitprotocol-http(5)). Real
 * clients clone from them and push to them. As a {@link OriginScript} it answers {@code /NAME.git/...}.
 */
public final class GitRepositories implements OriginScript {
    private static final Duration ATMOST = Duration.ofMinutes(1);

    private final Path git;
    private final Path root;

    /** Serves the repositories below {@code root} with the program {@code git}. */
    public GitRepositories(Path git, Path root) {
        this.git = git;
        this.root = root;
    }

    /** Creates {@code NAME.git} with one commit on {@code main} that contains {@code files} (relative path to text). */
    public void create(String name, Map<String, String> files) {
        Path work = work(name);
        Path bare = bare(name);
        try {
            Files.createDirectories(work);
            for (Map.Entry<String, String> file : files.entrySet()) {
                Path target = work.resolve(file.getKey());
                Files.createDirectories(target.resolveSibling("."));
                Files.writeString(target, file.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the first commit of " + name, e);
        }
        git(root, "init", "--quiet", "--bare", "--initial-branch=main", bare.toString());
        git(bare, "config", "http.receivepack", "true");
        git(work, "init", "--quiet", "--initial-branch=main");
        git(work, "add", "--all");
        git(work, "-c", "user.name=test", "-c", "user.email=test@localhost", "commit", "--quiet", "-m", "first");
        git(work, "push", "--quiet", bare.toString(), "main");
    }

    /** Runs git in the folder from which {@link #create} made the first commit. */
    public String inWork(String name, String... arguments) {
        return git(work(name), arguments);
    }

    /** Runs git in the served repository. */
    public String inServed(String name, String... arguments) {
        return git(bare(name), arguments);
    }

    /** Returns the folder from which {@link #create} made the first commit. */
    public Path work(String name) {
        return root.resolve(name + ".work");
    }

    /** Commits the work folder and pushes it to {@code branch}; returns the commit's id. */
    public String commit(String name, String branch) {
        inWork(name, "add", "--all");
        inWork(name, "-c", "user.name=test", "-c", "user.email=test@localhost", "commit", "--quiet", "-m", "next");
        inWork(name, "push", "--quiet", "--follow-tags", bare(name).toString(), "HEAD:" + branch);
        return inWork(name, "rev-parse", "HEAD").strip();
    }

    /** Returns the subjects of the commits on {@code branch}, newest first. */
    public List<String> subjects(String name, String branch) {
        return git(bare(name), "log", "--format=%s", branch).lines().toList();
    }

    @Override
    public Answer answer(ReceivedRequest request) {
        return new Answer.Later(() -> Cgi.run(List.of(git.toString(), "http-backend"), environment(), request, ATMOST));
    }

    private Map<String, String> environment() {
        return Map.of("GIT_PROJECT_ROOT", root.toString(), "GIT_HTTP_EXPORT_ALL", "1", "PATH", Tools.searchPath());
    }

    private Path bare(String name) {
        return root.resolve(name + ".git");
    }

    private String git(Path folder, String... arguments) {
        List<String> command = new ArrayList<>(List.of(git.toString()));
        command.addAll(List.of(arguments));
        Client.Ended ended = Client.run(folder, Map.of(), ATMOST, command);
        if (ended.exit() != 0) {
            throw new IllegalStateException(String.join(" ", command) + ": " + ended.err());
        }
        return ended.out();
    }
}
