package io.sallyport.cli.endtoend;

import static io.sallyport.cli.endtoend.EnvSandbox.ends;
import static io.sallyport.testkit.junit.RequireTool.require;
import static io.sallyport.testkit.junit.Unset.unset;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.Sha256;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Bytes;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.PackageIndex;
import io.sallyport.testkit.ReceivedRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real tools that read keys from files, by the configuration of the guide, before servers that demand the secret. */
class CredentialFilesTest {
    private static final String NPM = "npm_realTokenOfTheRegistry0123456789";
    private static final String PYTHON = "pypi-realTokenOfTheIndex0123456789";
    private static final String MAVEN = "realPasswordOfTheRepository0123456789";
    private static final String REGISTRY = "realPasswordOfTheImages0123456789";
    private static final String CARGO = "realTokenOfTheCrates0123456789";

    private static final String POLICY = """
            version: 1
            network_policies:
              packages:
                endpoints:
                  - {host: npm.example.com, port: 443, protocol: rest, access: full}
                  - {host: pypi.example.com, port: 443, protocol: rest, access: full}
                  - {host: maven.example.com, port: 443, protocol: rest, access: full}
                  - {host: auth.example.com, port: 443, protocol: rest, access: full}
                  - {host: registry.example.com, port: 443, protocol: rest, access: full}
                  - {host: cargo.example.com, port: 443, protocol: rest, access: full}
                credentials: [npm, pip, maven, registry, cargo]
            """;

    private static final String OCI = "application/vnd.oci.image.";
    private static final String MANIFEST = """
            {"schemaVersion":2,"mediaType":"%smanifest.v1+json","layers":[],
             "config":{"mediaType":"%sconfig.v1+json","size":2,"digest":"sha256:%s"}}
            """.formatted(OCI, OCI, Sha256.hexOf("{}"));

    private static final Pattern BLOCK = Pattern.compile("<!-- files -->\n```yaml\n(.*?)```", Pattern.DOTALL);

    @TempDir
    Path folder = Path.of("");

    private CredentialSandbox sandbox = unset();
    private final PackageIndex index = new PackageIndex("https", List.of("tool"), List.of());

    @BeforeEach
    void start() throws Exception {
        sandbox = CredentialSandbox.start(
                folder,
                this::answer,
                Map.of(
                        "secrets/npm", NPM,
                        "secrets/python", PYTHON,
                        "secrets/maven", MAVEN,
                        "secrets/registry", REGISTRY,
                        "secrets/cargo", CARGO),
                blockOfTheGuide(),
                "npm.example.com",
                "pypi.example.com",
                "maven.example.com",
                "auth.example.com",
                "registry.example.com",
                "cargo.example.com");
        sandbox.put("sb-1", POLICY);
    }

    @AfterEach
    void stop() {
        sandbox.close();
    }

    private static String blockOfTheGuide() throws IOException {
        return BLOCK.matcher(Files.readString(Path.of("../docs/credentials.md")))
                .results()
                .map((MatchResult block) -> block.group(1))
                .findFirst()
                .orElseThrow();
    }

    private Answer answer(ReceivedRequest request) {
        return switch (Objects.requireNonNull(request.header("Host"))) {
            case "npm.example.com" -> demanding(request, "Bearer " + NPM, json("{\"ok\":true}"));
            case "pypi.example.com" -> demanding(request, basic("__token__", PYTHON), index.answer(request));
            case "maven.example.com" -> demanding(request, basic("agent", MAVEN), project(request));
            case "auth.example.com" ->
                demanding(request, basic("agent", REGISTRY), json("{\"token\":\"tokenOfTheRegistry\"}"));
            case "registry.example.com" -> image(request);
            case "cargo.example.com" -> demanding(request, CARGO, crate(request));
            default -> Answer.text(404, "");
        };
    }

    private static Answer json(String text) {
        return Answer.bytes("application/json", Bytes.of(text));
    }

    private static Answer demanding(ReceivedRequest request, String credential, Answer answer) {
        boolean isThere = credential.equals(request.header("Authorization"));
        return isThere ? answer : unauthorized("Basic realm=\"here\"");
    }

    private static Answer unauthorized(String challenge) {
        return new Answer.Whole(401, Map.of("WWW-Authenticate", challenge), Bytes.of("who are you?"));
    }

    private static String basic(String user, String password) {
        byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair);
    }

    private static Answer project(ReceivedRequest request) {
        return request.path().endsWith("/base-1.pom") ? Answer.text(200, """
                        <project>
                          <modelVersion>4.0.0</modelVersion>
                          <groupId>acme</groupId><artifactId>base</artifactId><version>1</version>
                          <packaging>pom</packaging>
                        </project>
                        """) : Answer.text(404, "");
    }

    /** By the token that the registry's own service gives, as the distribution specification has it. */
    private static Answer image(ReceivedRequest request) {
        if (!"Bearer tokenOfTheRegistry".equals(request.header("Authorization"))) {
            return unauthorized("Bearer realm=\"https://auth.example.com/token\",service=\"registry.example.com\"");
        }
        boolean isManifest = request.path().startsWith("/v2/acme/tool/manifests/");
        return isManifest ? Answer.bytes(OCI + "manifest.v1+json", Bytes.of(MANIFEST)) : json("{}");
    }

    private static Answer crate(ReceivedRequest request) {
        return switch (request.path()) {
            case "/index/config.json" -> json("{\"dl\":\"https://cargo.example.com/crates\",\"auth-required\":true}");
            case "/index/to/ol/tool" ->
                json("{\"name\":\"tool\",\"vers\":\"1.0.0\",\"deps\":[],\"features\":{},\"yanked\":false,\"cksum\":\""
                        + HexFormat.of().formatHex(new byte[32]) + "\"}");
            default -> Answer.text(404, "");
        };
    }

    private Client.Ended shell(String script) {
        Client.Ended ended = sandbox.run("sh", "-c", script);
        sandbox.hidesSecrets("a tool", ended.out() + ended.err());
        return ends(ended);
    }

    @Test
    void npmPublishesWithThePlaceholderOfItsFile() throws Exception {
        require("npm");
        Path made = Files.createDirectory(folder.resolve("made"));
        Files.writeString(made.resolve("package.json"), "{\"name\":\"made\",\"version\":\"1.0.0\"}");
        shell("cd made && npm publish --registry=https://npm.example.com/ --cache=" + folder.resolve("cache"));
        assertThat(Files.readString(Path.of(sandbox.variable("sb-1", "NPM_CONFIG_USERCONFIG"))))
                .startsWith("//npm.example.com/:_authToken=npm_SallyportPlaceholderId");
    }

    @Test
    void pipReadsItsIndexFromItsFileAndCurlAPasswordFromNetrc() {
        require("pip");
        require("curl");
        shell("pip install --quiet --no-cache-dir --disable-pip-version-check --no-input --target="
                + folder.resolve("site") + " tool");
        assertThat(shell("curl -sSf --netrc-file \"$NETRC\" https://pypi.example.com/simple/tool/")
                        .out())
                .contains("tool");
    }

    @Test
    void mavenResolvesWithThePasswordOfItsSettings() throws Exception {
        require("mvn");
        Path project = Files.createDirectory(folder.resolve("project"));
        Files.writeString(project.resolve("pom.xml"), """
                <project>
                  <modelVersion>4.0.0</modelVersion>
                  <parent><groupId>acme</groupId><artifactId>base</artifactId><version>1</version><relativePath/></parent>
                  <artifactId>child</artifactId>
                  <packaging>pom</packaging>
                  <repositories>
                    <repository><id>example</id><url>https://maven.example.com/</url></repository>
                  </repositories>
                </project>
                """);
        shell("mvn -B -q -f project -s \"$MAVEN_SETTINGS\" -gs \"$MAVEN_SETTINGS\" -Dmaven.repo.local="
                + folder.resolve("repository") + " validate");
        assertThat(folder.resolve("repository/acme/base/1/base-1.pom")).exists();
    }

    @Test
    void dockerAsksForATokenOfTheRegistryWithThePasswordOfItsFolder() {
        require("docker");
        String manifest = shell("docker manifest inspect registry.example.com/acme/tool:1")
                .out();
        assertThat(manifest).contains("schemaVersion");
    }

    @Test
    void cargoReadsAnIndexThatDemandsAToken() throws Exception {
        require("cargo");
        Path crate = Files.createDirectories(folder.resolve("crate/src"));
        Files.writeString(crate.resolve("lib.rs"), "");
        Files.writeString(crate.resolveSibling("Cargo.toml"), """
                [package]
                name = "mine"
                version = "1.0.0"
                edition = "2021"
                [dependencies]
                tool = {version = "1", registry = "example"}
                """);
        shell("cd crate && RUSTUP_HOME=%s CARGO_HOME=%s".formatted(rustup(), folder.resolve("cargo"))
                + " CARGO_REGISTRIES_EXAMPLE_CREDENTIAL_PROVIDER=cargo:token"
                + " CARGO_REGISTRIES_EXAMPLE_INDEX=sparse+https://cargo.example.com/index/ cargo generate-lockfile");
        assertThat(crate.resolveSibling("Cargo.lock")).content().contains("name = \"tool\"");
    }

    /** Where the toolchains of this machine are: a client of the test has a home of its own. */
    private static Path rustup() {
        String set = System.getenv("RUSTUP_HOME");
        return set == null ? Path.of(System.getProperty("user.home"), ".rustup") : Path.of(set);
    }

    @Test
    void filesAreReadByTheirOwnerAlone() throws Exception {
        Path file = Path.of(sandbox.variable("sb-1", "DOCKER_CONFIG")).resolve("config.json");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.resolveSibling("."))))
                .isEqualTo("rwx------");
        sandbox.hidesSecrets("a file", Files.readString(file));
    }
}
