package io.sallyport.auditexport.sink;

import static io.sallyport.testkit.junit.RequireTool.require;
import static io.sallyport.testkit.junit.RequireTool.requireFile;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoopGroup;
import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.AuditSettings;
import io.sallyport.audit.JsonLinesLog;
import io.sallyport.audit.RequestPart;
import io.sallyport.auditexport.form.ExportForm;
import io.sallyport.auditexport.verify.ExportVerdict;
import io.sallyport.auditexport.verify.ExportVerifier;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.host.CanonicalAuthority;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.text.Parsed;
import io.sallyport.transport.Transport;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Receivers that others wrote get each record of the log once, and its chain verifies from what they got: rsyslog, and
 * the published messages of OTLP in Python.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a pipe is read without interruption
class PublishedReceiversTest {
    private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");
    private static final int RECORDS = 1_000;
    private static final SinkSettings SETTINGS = new SinkSettings(
            "trial",
            64,
            1 << 20,
            Duration.ZERO,
            Duration.ofHours(1),
            1 << 30,
            Duration.ofMillis(1),
            Duration.ofMillis(100));

    private final EventLoopGroup loops = Transport.best().newLoops(1, "sinks");

    @TempDir
    private Path folder = Path.of("");

    private @Nullable Process process;

    @BeforeEach
    void write() throws Exception {
        try (JsonLinesLog log =
                JsonLinesLog.open(file(), AuditSettings.DEFAULTS, InstantSource.fixed(NOON), System::nanoTime)) {
            var written = new CountDownLatch(RECORDS);
            for (int i = 0; i < RECORDS; i++) {
                ReasonCode reason = i % 3 == 0 ? ReasonCode.NO_GRANT : ReasonCode.GRANTED; // refusals are counted
                log.append(
                        AuditEvent.begin(log.nextId(), NOON.toEpochMilli() + i)
                                .request(RequestKind.HTTP, RequestPart.NONE, reason, 200),
                        Runnable::run,
                        _ -> written.countDown());
            }
            assertThat(written.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @AfterEach
    void close() {
        if (process != null) {
            process.destroyForcibly().onExit().join();
        }
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private Path file() {
        return folder.resolve("audit.jsonl");
    }

    private List<String> records() throws IOException {
        return Files.readAllLines(file(), StandardCharsets.ISO_8859_1);
    }

    private BufferedReader started(Map<String, String> variables, String... command) throws IOException {
        var builder = new ProcessBuilder(command)
                .redirectError(folder.resolve("stderr").toFile());
        builder.environment().putAll(variables);
        process = builder.start();
        return process.inputReader(StandardCharsets.UTF_8);
    }

    /** Sends all records, and returns the lines that the receiver prints for them. */
    private List<String> sent(RecordReceiver receiver, BufferedReader printed) throws Exception {
        var sink =
                new AuditSink(SETTINGS, file(), folder.resolve("trial.position"), receiver, () -> NOON, new Random(1));
        try (sink) {
            sink.start();
            List<String> lines = new ArrayList<>();
            int records = records().size();
            while (lines.size() < records) {
                String line = printed.readLine();
                assertThat(line)
                        .as("%s after %d records", Files.readString(folder.resolve("stderr")), lines.size())
                        .isNotNull()
                        .doesNotStartWith("refused");
                lines.add(line);
            }
            assertThat(sink.state().dropped()).isZero();
            return lines;
        }
    }

    private void assertWhole(ExportForm form, List<String> lines) throws IOException {
        byte[] file = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
        var verifier = new ExportVerifier(form, null, _ -> {});
        verifier.read("received", new ByteArrayInputStream(file));
        assertThat(verifier.verdict()).isInstanceOf(ExportVerdict.Whole.class);
        assertThat(((ExportVerdict.Whole) verifier.verdict()).chain().lines())
                .isEqualTo(records().size());
    }

    @ParameterizedTest
    @EnumSource(
            value = ExportForm.class,
            names = {"JSONL", "CEF"})
    void rsyslogGetsEachRecordOnceWithItsChain(ExportForm form) throws Exception {
        Path program = require("rsyslogd");
        int port = freePort();
        Path configuration = Files.writeString(folder.resolve("rsyslog.conf"), """
                global(workDirectory="%s" maxMessageSize="64k" processInternalMessages="off")
                module(load="imtcp")
                template(name="whole" type="string" string="%%syslogtag%% %%msgid%% %%msg%%\\n")
                ruleset(name="received") { action(type="omfile" file="/dev/stdout" template="whole") }
                input(type="imtcp" address="127.0.0.1" port="%d" ruleset="received")
                """.formatted(folder, port));
        BufferedReader printed = started(
                Map.of(),
                program.toString(),
                "-n",
                "-f",
                configuration.toString(),
                "-i",
                folder.resolve("rsyslog.pid").toString());
        List<String> lines;
        try (RecordReceiver receiver = syslog(port, form)) { // tried again until it listens
            lines = sent(receiver, printed);
        }
        assertThat(lines).allMatch(line -> line.startsWith("sallyport http "));
        List<String> events = lines.stream()
                .map(line -> line.substring("sallyport http ".length()))
                .toList();
        assertThat(events)
                .containsExactlyElementsOf(records().stream()
                        .map(line ->
                                new String(form.of(line.getBytes(StandardCharsets.ISO_8859_1)), StandardCharsets.UTF_8))
                        .toList());
        assertWhole(form, events);
    }

    private static int freePort() throws IOException {
        try (var any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return any.getLocalPort();
        }
    }

    private SyslogReceiver syslog(int port, ExportForm form) {
        var at = (Parsed.Accepted<CanonicalAuthority>) CanonicalAuthority.parse("127.0.0.1:" + port, Dialect.DOCUMENT);
        return new SyslogReceiver(
                new SyslogSettings(
                        at.value(),
                        SyslogTransport.TCP,
                        List.of(),
                        form,
                        SyslogSettings.DEFAULT_DATAGRAM_BYTES,
                        Duration.ofSeconds(30)),
                new LoopbackDialer(),
                loops::next);
    }

    @Test
    void aReceiverOfThePublishedMessagesOfOtlpGetsEachRecordOnceWithItsChain() throws Exception {
        Path python = require("python3");
        String named = System.getenv("SALLYPORT_OTLP");
        Path packages =
                requireFile(named == null ? System.getProperty("user.home") + "/.cache/sallyport/otlp-1.45.2" : named);
        Path script = folder.resolve("otlp_receiver.py");
        try (InputStream source = Objects.requireNonNull(getClass().getResourceAsStream("otlp_receiver.py"))) {
            Files.copy(source, script);
        }
        BufferedReader printed =
                started(Map.of("PYTHONPATH", packages.toString()), python.toString(), script.toString());
        int port = Integer.parseInt(Objects.requireNonNull(printed.readLine()));
        List<String> lines;
        try (RecordReceiver receiver = otlp(port)) {
            lines = sent(receiver, printed);
        }
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            assertThat(line)
                    .matches(i + 1 + " 17950032[0-9]{11} (INFO|WARN) \\{.*")
                    .contains(line.contains("\"verdict\":\"allow\"") ? " INFO " : " WARN ");
        }
        List<String> bodies =
                lines.stream().map(line -> line.substring(line.indexOf('{'))).toList();
        assertThat(bodies).isEqualTo(records());
        assertWhole(ExportForm.JSONL, bodies);
    }

    private HttpReceiver otlp(int port) {
        var url = (Canonicalized.Accepted<CanonicalUrl>)
                CanonicalUrl.parse("http://127.0.0.1:" + port + "/v1/logs", Dialect.DOCUMENT);
        var settings = new HttpSettings(
                url.value(),
                List.of(),
                BatchBody.OTLP,
                ExportForm.JSONL,
                "Authorization",
                null,
                null,
                Duration.ofSeconds(30));
        return new HttpReceiver(settings, new LoopbackDialer(), loops::next, System::nanoTime);
    }
}
