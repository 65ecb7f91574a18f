package io.sallyport.cli.endtoend;

import static io.sallyport.cli.endtoend.EnvSandbox.ends;
import static io.sallyport.testkit.junit.RequireTool.require;
import static io.sallyport.testkit.junit.Unset.unset;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Bytes;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.GitRepositories;
import io.sallyport.testkit.PackageIndex;
import io.sallyport.testkit.ReceivedRequest;
import io.sallyport.testkit.junit.PythonPackages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real clients, by the configuration and the policy of the guide, before servers that demand the secret. */
class CredentialClientsTest {
    private static final String GITHUB = "ghp_realTokenOfTheOperator0123456789abcd";
    private static final String PYTHON = "pypi-realTokenOfTheIndex0123456789";
    private static final String NPM = "npm_realTokenOfTheRegistry0123456789";
    private static final String OPENAI = "sk-proj-realKeyOfOpenAi0123456789";
    private static final String ANTHROPIC = "sk-ant-realKeyOfAnthropic0123456789";

    @TempDir
    Path folder = Path.of("");

    private CredentialSandbox sandbox = unset();
    private GitRepositories repositories = unset();
    private final PackageIndex index = new PackageIndex("https", List.of("tool"), List.of("left-pad"));

    @BeforeEach
    void start() throws Exception {
        repositories = new GitRepositories(require("git"), Files.createDirectory(folder.resolve("served")));
        repositories.create("app", Map.of("a.txt", "a"));
        List<String> blocks = blocksOfTheGuide();
        sandbox = CredentialSandbox.start(
                folder,
                this::answer,
                Map.of(
                        "secrets/github", GITHUB,
                        "secrets/python", PYTHON,
                        "secrets/npm", NPM,
                        "secrets/openai", OPENAI,
                        "secrets/anthropic", ANTHROPIC),
                blocks.getFirst(),
                "github.com",
                "api.github.com",
                "pypi.example.com",
                "npm.example.com",
                "api.openai.com",
                "api.anthropic.com");
        sandbox.put("sb-1", blocks.getLast());
    }

    @AfterEach
    void stop() {
        sandbox.close();
    }

    private static List<String> blocksOfTheGuide() throws IOException {
        String guide = Files.readString(Path.of("../docs/credentials.md"));
        return Pattern.compile("<!-- tools -->\n```yaml\n(.*?)```", Pattern.DOTALL)
                .matcher(guide)
                .results()
                .map((MatchResult block) -> block.group(1))
                .toList();
    }

    private Answer answer(ReceivedRequest request) {
        return switch (Objects.requireNonNull(request.header("Host"))) {
            case "github.com" -> demanding(request, basic("x-access-token", GITHUB), repositories.answer(request));
            case "api.github.com" -> demanding(request, "token " + GITHUB, json("{\"full_name\":\"acme/app\"}"));
            case "pypi.example.com" -> demanding(request, basic("__token__", PYTHON), python(request));
            case "npm.example.com" -> demanding(request, "Bearer " + NPM, index.answer(request));
            case "api.openai.com" -> demanding(request, "Bearer " + OPENAI, json("{\"data\":[],\"object\":\"list\"}"));
            case "api.anthropic.com" ->
                ANTHROPIC.equals(request.header("X-Api-Key"))
                        ? json("{\"data\":[]}")
                        : demanding(request, "Bearer " + ANTHROPIC, json("{\"data\":[]}"));
            default -> Answer.text(404, "");
        };
    }

    private Answer python(ReceivedRequest request) {
        return request.path().startsWith("/legacy/") ? Answer.text(200, "") : index.answer(request);
    }

    private static Answer json(String text) {
        return Answer.bytes("application/json", Bytes.of(text));
    }

    private static Answer demanding(ReceivedRequest request, String credential, Answer answer) {
        return credential.equals(request.header("Authorization")) ? answer : unauthorized();
    }

    private static Answer unauthorized() {
        return new Answer.Whole(401, Map.of("WWW-Authenticate", "Basic realm=\"here\""), Bytes.of("who are you?"));
    }

    private static String basic(String user, String password) {
        byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair);
    }

    @Test
    void gitClonesAndPushesWithoutACredential() throws Exception {
        Path copy = folder.resolve("copy");
        ends(sandbox.run("git", "clone", "--quiet", "https://github.com/app.git", copy.toString()));
        Files.writeString(copy.resolve("b.txt"), "b");
        ends(git(copy, "add", "--all"));
        ends(git(copy, "commit", "--quiet", "-m", "more"));
        ends(git(copy, "push", "--quiet", "origin", "main"));
        assertThat(repositories.subjects("app", "main")).contains("more");
        hides(sandbox.run("git", "-C", copy.toString(), "config", "--list"));
    }

    private Client.Ended git(Path copy, String... arguments) {
        var command = new ArrayList<>(
                List.of("git", "-C", copy.toString(), "-c", "user.name=test", "-c", "user.email=test@localhost"));
        command.addAll(List.of(arguments));
        return sandbox.run(command.toArray(String[]::new));
    }

    private void hides(Client.Ended ended) {
        sandbox.hidesSecrets("a client", ended.out() + ended.err());
    }

    @Test
    void ghAsksWithThePlaceholderOfItsVariable() {
        require("gh");
        var more = Map.of("GH_CONFIG_DIR", folder.resolve("gh").toString(), "GH_NO_UPDATE_NOTIFIER", "1");
        Client.Ended asked = ends(sandbox.runAs("sb-1", more, "gh", "api", "repos/acme/app"));
        assertThat(asked.out()).contains("acme/app");
        Client.Ended status = sandbox.runAs("sb-1", more, "gh", "auth", "token");
        assertThat(status.out()).startsWith("ghp_SallyportPlaceholderId");
        hides(status);
    }

    @Test
    void pipInstallsFromAnIndexThatDemandsAToken() {
        require("pip");
        Path target = folder.resolve("site");
        Client.Ended installed = ends(sandbox.run(
                "pip",
                "install",
                "--quiet",
                "--no-cache-dir",
                "--disable-pip-version-check",
                "--no-input",
                "--index-url=https://pypi.example.com/simple/",
                "--target=" + target,
                "tool"));
        assertThat(target).isDirectoryContaining(file -> file.endsWith("tool.py") || file.endsWith("tool"));
        hides(installed);
    }

    @Test
    void twineUploadsWithThePlaceholderOfItsVariable() throws Exception {
        Path wheel = PackageIndex.writeWheel(folder, "tool");
        var more = new HashMap<>(PythonPackages.variables());
        more.put("TWINE_USERNAME", "__token__");
        Client.Ended uploaded = sandbox.runAs(
                "sb-1",
                more,
                "python3",
                "-m",
                "twine",
                "upload",
                "--non-interactive",
                "--disable-progress-bar",
                "--repository-url=https://pypi.example.com/legacy/",
                wheel.toString());
        ends(uploaded);
        hides(uploaded);
    }

    @Test
    void npmInstallsFromARegistryThatDemandsAToken() {
        require("npm");
        Client.Ended installed = ends(sandbox.run(
                "npm",
                "install",
                "--registry=https://npm.example.com/",
                "--no-audit",
                "--no-fund",
                "--cache",
                folder.resolve("npm").toString(),
                "--prefix",
                folder.resolve("node").toString(),
                "left-pad"));
        assertThat(folder.resolve("node/node_modules/left-pad")).isDirectory();
        hides(installed);
    }

    @Test
    void modelsAreAskedWithTheKeysThatTheirClientsLookFor() {
        require("curl");
        assertThat(sandbox.variable("sb-1", "OPENAI_API_KEY"))
                .startsWith("sk-proj-")
                .hasSize(56);
        assertThat(sandbox.variable("sb-1", "ANTHROPIC_API_KEY"))
                .startsWith("sk-ant-")
                .hasSize(56);
        String openai = "curl -sSf -H \"Authorization: Bearer $OPENAI_API_KEY\" https://api.openai.com/v1/models";
        assertThat(ends(sandbox.run("sh", "-c", openai)).out()).contains("list");
        String anthropic = "curl -sSf -H \"x-api-key: $ANTHROPIC_API_KEY\" https://api.anthropic.com/v1/models";
        assertThat(ends(sandbox.run("sh", "-c", anthropic)).out()).contains("data");
        String swapped = "curl -sS -H \"x-api-key: $ANTHROPIC_API_KEY\" https://api.openai.com/v1/models";
        assertThat(sandbox.run("sh", "-c", swapped).out()).contains("credential_endpoint_mismatch");
    }

    /** The packages know no more of the keys than the variables of the sandbox. */
    @Test
    void thePackagesOfModelProvidersWorkUnchanged() {
        String openai = "import openai; print(openai.OpenAI(max_retries=0).models.list().object)";
        assertThat(python(openai)).contains("list");
        String anthropic = "import anthropic; print(anthropic.Anthropic(max_retries=0).models.list().data)";
        assertThat(python(anthropic)).contains("[]");
    }

    private String python(String program) {
        Client.Ended ended = ends(sandbox.runAs("sb-1", PythonPackages.variables(), "python3", "-c", program));
        hides(ended);
        return ended.out();
    }
}
