package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients that send no credentials to a proxy: the sandbox's own port identifies them. They are configured by the env
 * file alone, and intercepted like all others.
 */
class OwnPortClientsTest {
    private static final String OPEN = "https://yes.test/open/x";
    private static final String CLOSED = "https://yes.test/closed/x";

    @TempDir
    Path folder = Path.of("");

    @Test
    void javaFetchesWithoutAWordAboutTheProxy() throws Exception {
        require("java");
        Path program = Files.writeString(folder.resolve("Fetch.java"), """
                import java.net.HttpURLConnection;
                import java.net.URI;
                import java.net.http.HttpClient;
                import java.net.http.HttpRequest;
                import java.net.http.HttpResponse.BodyHandlers;

                class Fetch {
                    public static void main(String[] urls) throws Exception {
                        for (String url : urls) {
                            URI uri = URI.create(url);
                            var older = (HttpURLConnection) uri.toURL().openConnection();
                            System.out.println(older.getResponseCode() + " " + older.getResponseMessage());
                            var answer = HttpClient.newHttpClient()
                                    .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
                            System.out.println(answer.statusCode());
                        }
                    }
                }
                """);
        try (var sandbox =
                EnvSandbox.startOnOwnPort(folder, _ -> Answer.text(200, "hello"), "https://yes.test/open/**")) {
            Client.Ended ended = EnvSandbox.ends(sandbox.run("java", program.toString(), OPEN, CLOSED));
            assertThat(ended.out().lines()).containsExactly("200 OK", "200", "403 Denied: no_grant", "403");
            sandbox.lookedInto("/closed/x");
        }
    }

    @Test
    void mavenResolvesAParentAndAnArtifactFromNginx() throws Exception {
        require("mvn");
        Path root = Files.createDirectory(folder.resolve("root"));
        artifact(root, "granted", "base", "1");
        artifact(root, "granted", "tool", "1");
        artifact(root, "secret", "base", "1");
        // the dependency that Maven adds to every extension
        artifact(root, "org/codehaus/plexus", "plexus-utils", "1.1");
        try (var sandbox = EnvSandbox.startBeforeNginx(
                folder, require("nginx"), root, "https://yes.test/granted/**", "https://yes.test/org/**")) {
            Client.Ended passed = maven(sandbox, "granted", true);
            assertThat(passed.exit()).as(passed.out()).isZero();
            assertThat(folder.resolve("repository/granted/tool/1/tool-1.jar")).exists();
            assertThat(sandbox.verdicts("/granted/tool/1/tool-1.jar")).containsExactly("allow granted");

            Client.Ended refused = maven(sandbox, "secret", false);
            assertThat(refused.exit()).isNotZero();
            assertThat(refused.out()).contains("403", "Denied: no_grant");
            assertThat(sandbox.verdicts("/secret/base/1/base-1.pom")).contains("deny no_grant");
        }
    }

    private Client.Ended maven(EnvSandbox sandbox, String group, boolean extended) throws IOException {
        Path project = Files.createDirectory(folder.resolve("project-" + group));
        Files.writeString(project.resolve("settings.xml"), "<settings/>");
        Files.writeString(project.resolve("pom.xml"), """
                <project>
                  <modelVersion>4.0.0</modelVersion>
                  <parent><groupId>%s</groupId><artifactId>base</artifactId><version>1</version><relativePath/></parent>
                  <artifactId>child</artifactId>
                  <packaging>pom</packaging>
                  <repositories>%s</repositories>
                  <pluginRepositories>%s</pluginRepositories>
                  <build><extensions>%s</extensions></build>
                </project>
                """.formatted(
                        group,
                        repository("repository"),
                        repository("pluginRepository"),
                        extended
                                ? "<extension><groupId>granted</groupId><artifactId>tool</artifactId>"
                                        + "<version>1</version></extension>"
                                : ""));
        String settings = project.resolve("settings.xml").toString();
        return sandbox.run(
                "mvn",
                "-B",
                "-f",
                project.toString(),
                "-s",
                settings,
                "-gs",
                settings,
                "-Dmaven.repo.local=" + folder.resolve("repository"),
                "validate");
    }

    private static String repository(String element) {
        return "<%s><id>central</id><url>https://yes.test/</url></%s>".formatted(element, element);
    }

    private static void artifact(Path root, String group, String name, String version) throws IOException {
        Path folder = Files.createDirectories(root.resolve(group).resolve(name).resolve(version));
        String stem = name + "-" + version;
        Files.writeString(folder.resolve(stem + ".pom"), """
                <project>
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version><packaging>pom</packaging>
                </project>
                """.formatted(group.replace('/', '.'), name, version));
        try (OutputStream file = Files.newOutputStream(folder.resolve(stem + ".jar"));
                var jar = new JarOutputStream(file)) {
            jar.finish();
        }
        for (String kind : List.of(".pom", ".jar")) {
            Files.writeString(
                    folder.resolve(stem + kind + ".sha1"), sha1(Files.readAllBytes(folder.resolve(stem + kind))));
        }
    }

    private static String sha1(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JVM has no SHA-1", e);
        }
    }

    @Test
    void chromiumLoadsAPageFromNginx() throws Exception {
        require("chromium");
        require("certutil");
        Path root = Files.createDirectory(folder.resolve("root"));
        Files.createDirectory(root.resolve("open"));
        Files.writeString(root.resolve("open/page.html"), """
                <html><body><p id="p">before</p><script src="/open/page.js"></script></body></html>
                """);
        Files.writeString(root.resolve("open/page.js"), "document.getElementById('p').textContent = 'a' + 'fter';");
        try (var sandbox = EnvSandbox.startBeforeNginx(folder, require("nginx"), root, "https://yes.test/open/**")) {
            assertThat(chromium(sandbox, "https://yes.test/open/page.html")).contains("<p id=\"p\">after</p>");
            assertThat(sandbox.verdicts("/open/page.js")).containsExactly("allow granted");
            assertThat(chromium(sandbox, "https://yes.test/closed.html")).contains("no_grant");
            assertThat(sandbox.verdicts("/closed.html")).containsExactly("deny no_grant");
        }
    }

    /** Each of its TLS hellos carries an encrypted one, real or not. */
    @Test
    void chromiumLoadsAPageOfAHostThatIsGrantedWhole() throws Exception {
        require("chromium");
        require("certutil");
        Path root = Files.createDirectory(folder.resolve("root"));
        Files.writeString(root.resolve("page.html"), "<p id=\"p\">whole</p>");
        try (var sandbox = EnvSandbox.startBeforeNginx(folder, require("nginx"), root, "https://yes.test/**")) {
            assertThat(chromium(sandbox, "https://yes.test/page.html")).contains("<p id=\"p\">whole</p>");
            assertThat(sandbox.verdicts("/page.html")).containsExactly("allow granted");
        }
    }

    @Test
    void chromiumIsRefusedByAGatewayThatLooksIntoNothingAndTheSandboxIsToldWhy() throws Exception {
        require("chromium");
        require("certutil");
        require("curl");
        try (var sandbox = EnvSandbox.startLookingIntoNothing(
                folder, _ -> Answer.text(200, "<p>whole</p>"), "https://yes.test/**")) {
            assertThat(chromium(sandbox, "https://yes.test/page.html")).doesNotContain("whole");
            assertThat(sandbox.denials())
                    .contains("\"reason\":\"ech_refused\"", "intercept.mode", "intercept.allow_ech");
            assertThat(sandbox.origin().received()).isEmpty();
        }
    }

    @Test
    void aClientThatSpeaksHttp2AloneIsServedAndOneThatSpeaksNeitherIsToldSo() throws Exception {
        require("openssl");
        require("node");
        require("curl");
        Path program = Files.writeString(folder.resolve("http2.js"), """
                const proxy = new URL(process.env.https_proxy);
                const tunnel = require('net').connect(Number(proxy.port), proxy.hostname, () =>
                  tunnel.write('CONNECT yes.test:443 HTTP/1.1\\r\\nHost: yes.test:443\\r\\n\\r\\n'));
                tunnel.once('data', () => {
                  const session = require('http2').connect('https://yes.test',
                    {createConnection: () => require('tls').connect(
                      {socket: tunnel, servername: 'yes.test', ALPNProtocols: ['h2']})});
                  session.on('error', (error) => { console.log(error.code); process.exit(1); });
                  let open = 2;
                  for (const path of ['/open/a', '/closed']) {
                    const stream = session.request({':path': path});
                    let body = '';
                    stream.on('response', (head) => { body += path + ' ' + head[':status'] + ' '; });
                    stream.on('data', (piece) => { body += piece; });
                    stream.on('end', () => { console.log(body); if (--open === 0) session.close(); });
                  }
                });
                """);
        try (var sandbox =
                EnvSandbox.startOnOwnPort(folder, _ -> Answer.text(200, "hello"), "https://yes.test/open/**")) {
            Client.Ended node = sandbox.run("node", program.toString());
            assertThat(node.out())
                    .as(node.err())
                    .contains("/open/a 200 hello", "/closed 403 ", "\"reason\":\"no_grant\"");
            Client.Ended openssl = sandbox.run(
                    "sh",
                    "-c",
                    "openssl s_client -proxy ${https_proxy##*@} -connect yes.test:443 -servername yes.test -alpn h3"
                            + " </dev/null 2>&1");
            assertThat(openssl.out()).contains("no application protocol");
            assertThat(sandbox.denials())
                    .contains(
                            "\"reason\":\"alpn_refused\"",
                            "\"diagnosis\":\"no_http_offered\"",
                            "offers neither HTTP/1.1 nor HTTP/2");
            assertThat(sandbox.origin().received()).hasSize(1);
        }
    }

    /** Runs without Chromium's own sandbox, which it does not support as root, and the tests run as root here. */
    private static String chromium(EnvSandbox sandbox, String url) {
        return sandbox.run("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", url)
                .out();
    }
}
