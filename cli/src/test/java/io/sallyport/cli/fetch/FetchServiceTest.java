package io.sallyport.cli.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.cli.endtoend.SkillFixture;
import io.sallyport.control.store.LockWait;
import io.sallyport.control.store.StateDirectory;
import io.sallyport.control.store.StateException;
import io.sallyport.fetch.landing.Executables;
import io.sallyport.fetch.landing.UploadCommand;
import io.sallyport.fetch.landing.UploadRuns;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.leasebridge.harness.Harness;
import io.sallyport.leasebridge.harness.HarnessContext;
import io.sallyport.leasebridge.harness.HarnessReader;
import io.sallyport.leasebridge.harness.HarnessSettings;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.text.Parsed;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.GitRepositories;
import io.sallyport.testkit.LocalForge;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.junit.RequireTool;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The endpoint for one run, with the lines that it prints. */
class FetchServiceTest {
    private static final String URL = SkillFixture.RUST.url();

    @TempDir
    private Path folder = Path.of("");

    private final StringWriter err = new StringWriter();

    private static Harness harness() {
        String text = """
                agent: agents/c.md
                role: coder
                allow_runtime_fetch: true
                allowed_remote_resources: ["https://github.com/acme/", "https://127.0.0.1/"]
                """;
        var documents = SandboxDocuments.builder().harness(text).build();
        var context = HarnessContext.of(documents, HarnessSettings.BY_DEFAULT);
        if (HarnessReader.read("harness", text, context) instanceof HarnessReader.Read read) {
            return read.harness();
        }
        throw new AssertionError("the harness is not taken");
    }

    private FetchServiceSettings settings(String api, @Nullable String git, @Nullable UploadRuns uploads) {
        return new FetchServiceSettings(
                harness(),
                new SandboxId("sb-1"),
                "run-7",
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                null,
                folder.resolve("state"),
                null,
                uploads == null ? null : "/sandbox/skills",
                api,
                git,
                null,
                null,
                List.of(),
                null,
                false,
                Executables.SHEBANG,
                uploads);
    }

    private String fetch(FetchServiceSettings settings) throws Exception {
        return ask(settings, "{\"url\":\"" + URL + "\"}");
    }

    private String ask(FetchServiceSettings settings, String body) throws Exception {
        try (FetchService service = FetchService.start(settings, new PrintWriter(err, true));
                HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                            HttpRequest.newBuilder(URI.create(service.url()))
                                    .header("Authorization", "Bearer " + service.token())
                                    .POST(HttpRequest.BodyPublishers.ofString(body))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }

    @Test
    void aCommandBringsASkillIntoTheSandboxAndALineTellsOfIt() throws Exception {
        var words = List.of("/bin/cp", "-r", "{source}", folder + "/{sandbox}-{name}");
        if (!(UploadCommand.parse(words, "") instanceof Parsed.Accepted(var command))) {
            throw new AssertionError("no command");
        }
        try (LocalForge forge = SkillFixture.RUST.forge()) {
            var uploads = new UploadRuns(command, Map.of(), Duration.ofSeconds(20));
            assertThat(fetch(settings(forge.api(), null, uploads)))
                    .matches("\\{\"local_path\":\"/sandbox/skills/[0-9a-f]{8}-rust\"}\n");
        }
        String name = SkillFixture.RUST.landed();
        assertThat(folder.resolve("sb-1-" + name).resolve("SKILL.md")).hasContent("# Rust");
        assertThat(err.toString())
                .matches("200 https://github.com/acme/skills/tree/main/rust 1 files, 7 bytes, by api, [0-9.]+ s\n");
    }

    @Test
    void aStateIsOneServicesOrOneGateways() throws Exception {
        FetchServiceSettings settings = settings("http://127.0.0.1:9", null, null);
        try (FetchService first = FetchService.start(settings, null)) {
            Path building =
                    Files.createDirectories(first.cache().resolve("building").resolve("under-way"));
            assertThatThrownBy(() -> FetchService.start(settings, null))
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("--state")
                    .hasMessageContaining("another gateway or fetch service uses this state directory");
            assertThat(building).isDirectory();
            assertThatThrownBy(() -> StateDirectory.open(settings.state(), LockWait.NONE))
                    .isInstanceOf(StateException.class);
        }
        try (StateDirectory _ = StateDirectory.open(settings.state(), LockWait.NONE)) {
            assertThatThrownBy(() -> FetchService.start(settings, null)).isInstanceOf(StartException.class);
        }
        FetchService.start(settings, null).close();
    }

    @Test
    void anAddressThatIsOpenForAForgeIsClosedToFiles() throws Exception {
        try (LocalForge forge = LocalForge.plain()) {
            String file = "{\"type\":\"file\",\"url\":\"https://127.0.0.1/a#sha256=" + "0".repeat(64) + "\"}";
            assertThat(ask(settings(forge.api(), null, null), file)).contains("\"error\"");
        }
        assertThat(err.toString()).contains("address_refused");
    }

    @Test
    void whereTheApiWantsATokenItComesByGit() throws Exception {
        var repositories =
                new GitRepositories(RequireTool.require("git"), Files.createDirectory(folder.resolve("git")));
        repositories.create("acme/skills", Map.of("rust/SKILL.md", "# Rust\n"));
        try (LocalForge forge = LocalForge.plain().wrap(_ -> Answer.text(403, "{}"));
                Origin git = Origin.plain(repositories)) {
            assertThat(fetch(settings(forge.api(), null, null))).contains("failed to fetch");
            assertThat(git.received()).as("nobody named it").isEmpty();
            assertThat(fetch(settings(forge.api(), "http://" + git.hostPort() + "/", null)))
                    .contains("local_path");
        }
        assertThat(err.toString()).contains("502 https://", "upstream_refused", "by git");
    }
}
