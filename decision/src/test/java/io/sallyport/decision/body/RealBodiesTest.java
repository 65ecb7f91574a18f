package io.sallyport.decision.body;

import static io.sallyport.decision.body.Bodies.assertReads;
import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.GitRepositories;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.ReceivedRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bodies as real clients send them. */
final class RealBodiesTest {
    private static final Duration SOON = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    private void run(Map<String, String> environment, Path in, String... command) {
        Client.Ended ended = Client.run(in, environment, SOON, List.of(command));
        assertThat(ended.exit()).as(ended.out() + ended.err()).isZero();
    }

    private static BodyForms forms(ReceivedRequest request) {
        Function<String, List<String>> values = name -> request.headers().stream()
                .filter(header -> header.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .toList();
        return BodyForms.of(
                request.body().toArray(),
                values.apply("Content-Type"),
                values.apply("Content-Encoding"),
                BodyLimits.DEFAULT);
    }

    private static String read(BodyForm form) {
        assertThat(form).isInstanceOf(BodyForm.Read.class);
        return RegoJson.write(((BodyForm.Read) form).value());
    }

    @Test
    void partsOfCurlAreRead() throws IOException {
        String curl = require("curl").toString();
        Files.writeString(folder.resolve("x y.txt"), "abc");
        try (Origin origin = Origin.plain(_ -> Answer.text(200, "done"))) {
            String url = "http://" + origin.hostPort() + "/";
            run(Map.of(), folder, curl, "-sS", "-F", "a b=1 2", "-F", "f=@x y.txt", url);
            run(Map.of(), folder, curl, "-sS", "--data-urlencode", "a b=1+;&2", "-d", "c", url);
            List<ReceivedRequest> received = origin.received();
            assertReads(
                    forms(received.getFirst()).parts(),
                    "[{\"name\":\"a b\",\"size\":3,\"text\":\"1 2\"},"
                            + "{\"name\":\"f\",\"filename\":\"x y.txt\",\"content_type\":\"text/plain\",\"size\":3}]");
            assertReads(forms(received.getLast()).form(), "{\"a b\":[\"1+;&2\"],\"c\":[\"\"]}");
        }
    }

    @Test
    void partsOfNodeAreRead() {
        String node = require("node").toString();
        try (Origin origin = Origin.plain(_ -> Answer.text(200, "done"))) {
            String program = """
                    const form = new FormData();
                    form.set('a b', '1\\n\\u00e9');
                    form.set('f', new File(['abc'], 'x y.txt', {type: 'text/plain'}));
                    fetch('http://%s/', {method: 'POST', body: form}).then(answer => answer.text());
                    """.formatted(origin.hostPort());
            run(Map.of(), folder, node, "-e", program);
            String written = read(forms(origin.received().getFirst()).parts());
            assertThat(written).contains("\"name\":\"a b\"", "\"text\":\"1\\r\\n\u00e9\"", "\"filename\":\"x y.txt\"");
        }
    }

    @Test
    void everyRequestOfGitIsReadAndItsPushesHaveTheirRefs() throws IOException {
        String git = require("git").toString();
        GitRepositories repositories =
                new GitRepositories(Path.of(git), Files.createDirectory(folder.resolve("served")));
        repositories.create("sample", Map.of("README", "one\n"));
        repositories.inServed("sample", "config", "receive.advertisePushOptions", "true");
        try (Origin origin = Origin.plain(repositories)) {
            run(Map.of(), folder, git, "clone", "--quiet", "http://" + origin.hostPort() + "/sample.git", "copy");
            Path copy = folder.resolve("copy");
            run(
                    Map.of(),
                    copy,
                    git,
                    "push",
                    "--quiet",
                    "-o",
                    "ci.skip",
                    "origin",
                    "main:refs/heads/new",
                    "main:refs/tags/v1");
            run(Map.of(), copy, git, "push", "--quiet", "origin", ":refs/tags/v1");
            run(Map.of(), copy, git, "-c", "http.postBuffer=1", "push", "--quiet", "origin", "main:refs/heads/big");

            List<RegoObject> pushes = origin.received().stream()
                    .map(request -> forms(request).git(Bodies.request(request.method(), request.target())))
                    .map(form -> RegoJson.valueOf(read(form)))
                    .map(RegoObject.class::cast)
                    .filter(value -> value.get("refs") != null)
                    .toList();
            String written = pushes.toString();
            assertThat(pushes).allMatch(push -> "\"push\"".equals(String.valueOf(push.get("operation"))));
            assertThat(written).contains("\"ci.skip\"", "refs/heads/new", "refs/tags/v1", "refs/heads/big");
            assertThat(written.split("\"delete\":true", -1)).hasSize(2);
            assertThat(written).contains("\"refs\":[]");
        }
    }
}
