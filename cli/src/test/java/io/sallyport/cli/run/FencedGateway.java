package io.sallyport.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.AuditLog;
import io.sallyport.cli.command.SourceTexts;
import io.sallyport.cli.learn.LearnOptions;
import io.sallyport.cli.learn.Learning;
import io.sallyport.configuration.Config;
import io.sallyport.configuration.ConfigFile;
import io.sallyport.egress.address.OwnListeners;
import io.sallyport.gateway.serve.Dialers;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.OriginScript;
import io.sallyport.testkit.TestCa;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code run --fence=on} in front of {@code yes.test} and {@code no.test}, for scripts that know of no proxy. */
final class FencedGateway implements AutoCloseable {
    /** Leaves what {@code run} sets for certificates, and takes away what it sets for the proxy. */
    private static final String FORGET_THE_PROXY = """
            PROXY=$HTTP_PROXY
            unset HTTP_PROXY HTTPS_PROXY http_proxy https_proxy ALL_PROXY all_proxy NODE_USE_ENV_PROXY
            JAVA_TOOL_OPTIONS=$(echo "$JAVA_TOOL_OPTIONS" | tr ' ' '\\n' | grep -v '[pP]roxyP*H*' | tr '\\n' ' ')
            export JAVA_TOOL_OPTIONS
            """;

    private final TestCa ca = TestCa.create("test ca", InstantSource.system());
    private final StringWriter err = new StringWriter();
    private final Path folder;
    private final Origin secure;
    private final Origin plain;

    FencedGateway(Path folder, OriginScript script) {
        this.folder = folder;
        this.secure = Origin.tls(ca.leaf("yes.test", "no.test"), script);
        this.plain = Origin.plain(script);
    }

    /** Returns what a script writes, which runs in the folder. */
    String says(String lease, String script) throws Exception {
        return says(SandboxDocuments.builder().lease(lease).build(), script);
    }

    /** Returns what a script writes, which runs in the folder. */
    String says(SandboxDocuments documents, String script) throws Exception {
        return says(config(), documents, script, UnaryOperator.identity());
    }

    /** Returns the network policy that is learned from a script, which runs in the folder. */
    String learns(String script) throws Exception {
        Path file = folder.resolve("learned.yaml");
        Learning learning = Learning.into(file, new LearnOptions(), new PrintWriter(err));
        says(config().reportingUngranted(), SandboxDocuments.NONE, script, learning::noting);
        learning.end(Dialers.policy(config().egress(), OwnListeners.ofThisMachine()));
        return Files.readString(file);
    }

    private String says(Config config, SandboxDocuments documents, String script, UnaryOperator<AuditLog> noting)
            throws Exception {
        Path out = folder.resolve("out");
        Path file = Files.writeString(
                folder.resolve("script"), "exec >" + out + " 2>&1\ncd " + folder + "\n" + FORGET_THE_PROXY + script);
        CommandRun.Ended ended = of(config, documents, List.of("sh", file.toString()), noting);
        assertThat(ended).as(err.toString()).isInstanceOf(CommandRun.Ended.Exited.class);
        return Files.readString(out);
    }

    private CommandRun.Ended of(
            Config config, SandboxDocuments documents, List<String> command, UnaryOperator<AuditLog> noting)
            throws Exception {
        try {
            return new CommandRun(
                            config,
                            false,
                            FenceMode.ON,
                            SourceTexts.NONE,
                            new PrintWriter(err),
                            noting,
                            ConsoleMode.NONE)
                    .of(documents, command);
        } catch (StartException e) {
            if (String.valueOf(e.getMessage()).startsWith("--fence=on")) {
                RequireTool.absent("a fence: " + e.getMessage());
            }
            throw e;
        }
    }

    private Config config() throws Exception {
        Path pem = Files.writeString(folder.resolve("origins.pem"), ca.pem());
        Path file = Files.writeString(folder.resolve("c.yaml"), """
                audit: {file: audit.jsonl}
                egress:
                  trust: ["%s"]
                  hosts: {"yes.test:443": "%s", "no.test:443": "%s", "yes.test:80": "%s", "no.test:80": "%s"}
                """.formatted(
                        pem, secure.hostPort(), secure.hostPort(), plain.hostPort(), plain.hostPort()));
        return ConfigFile.read(file, null, folder);
    }

    /** Returns what is on record, as {@code KIND VERDICT REASON HOST}, with a port where there is one. */
    List<String> records() throws IOException {
        return onRecord().map(FencedGateway::text).toList();
    }

    /** Returns what is on record with a path, as {@code PATH PROGRAM SHA256}; what is not known is {@code -}. */
    List<String> programs() throws IOException {
        return onRecord()
                .filter(record -> record.has("path"))
                .map(record -> "%s %s %s"
                        .formatted(
                                record.path("path").asString(),
                                record.path("program").asString("-"),
                                record.path("program_sha256").asString("-")))
                .toList();
    }

    private Stream<JsonNode> onRecord() throws IOException {
        return Files.readAllLines(folder.resolve("audit.jsonl")).stream().map(JsonMapper.shared()::readTree);
    }

    private static String text(JsonNode record) {
        String port = record.path("port").asString("");
        return "%s %s %s %s%s"
                .formatted(
                        record.path("kind").asString(""),
                        record.path("verdict").asString(""),
                        record.path("reason").asString(""),
                        record.path("host").asString(""),
                        port.isEmpty() ? "" : ":" + port);
    }

    /** Returns how many requests arrived at what the gateway is in front of. */
    int seen() {
        return secure.received().size() + plain.received().size();
    }

    @Override
    public void close() {
        secure.close();
        plain.close();
    }
}
