package io.sallyport.cli;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.AuditSettings;
import io.sallyport.audit.JsonLinesLog;
import io.sallyport.audit.RequestPart;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.testkit.Client;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verifier in the guide to the audit log, compared with {@code audit verify} on logs left by killed gateways. */
final class AuditGuideTest {
    @TempDir
    Path folder = Path.of("");

    private Path log = Path.of("");

    @BeforeEach
    void theGuidesVerifier() throws IOException {
        require("python3");
        String guide = Files.readString(Path.of("../docs/audit.md"));
        int begin = guide.indexOf("```python\n") + "```python\n".length();
        Files.writeString(folder.resolve("verify.py"), guide.substring(begin, guide.indexOf("```", begin)));
        log = folder.resolve("audit.jsonl");
        write(3);
    }

    private void write(int lines) throws IOException {
        try (var audit = JsonLinesLog.open(log, AuditSettings.DEFAULTS, InstantSource.system(), System::nanoTime)) {
            for (int i = 0; i < lines; i++) {
                audit.append(AuditEvent.begin(audit.nextId(), 0)
                        .request(RequestKind.HTTP, RequestPart.NONE, ReasonCode.GRANTED, 200));
            }
        }
    }

    private Client.Ended verify(Path... files) {
        var command =
                new ArrayList<>(List.of("python3", folder.resolve("verify.py").toString()));
        Arrays.stream(files).map(Path::toString).forEach(command::add);
        return Client.run(folder, Map.of(), Duration.ofMinutes(1), command);
    }

    private void append(byte[] bytes) throws IOException {
        Files.write(log, bytes, StandardOpenOption.APPEND);
    }

    private String lastLine() throws IOException {
        return Files.readAllLines(log, StandardCharsets.US_ASCII).getLast();
    }

    private void isWhole(Path... files) throws IOException {
        Client.Ended ended = verify(files);
        assertThat(ended.exit()).as(ended.err()).isZero();
        assertThat(lastLine()).endsWith("\"hash\":\"" + ended.out().strip() + "\"}");
    }

    @Test
    void verifiesALogWithLinesThatKillsTore() throws IOException {
        for (int cut : List.of(1, 2, 40, 76, 77, 78, 100, 154, 155, 200)) {
            byte[] all = Files.readAllBytes(log);
            Files.write(log, Arrays.copyOf(all, all.length - cut));
            write(2);
        }
        append("{\"v\":1,\"aud".getBytes(StandardCharsets.US_ASCII));
        write(0);
        append(new byte[] {'{'});
        write(1);
        isWhole(log);
    }

    @Test
    void verifiesALineThatWasWrittenAgain() throws IOException {
        String line = lastLine();
        String before = Files.readString(log).replace(line + "\n", "");
        Files.writeString(log, before + line.substring(0, 50) + "\n" + line + "\n");
        isWhole(log);
    }

    @Test
    void verifiesFilesOfARotation() throws IOException {
        Path older = Files.copy(log, folder.resolve("audit.jsonl.1"));
        write(2);
        Files.write(log, Arrays.copyOfRange(Files.readAllBytes(log), (int) Files.size(older), (int) Files.size(log)));
        isWhole(older, log);
        isWhole(log);
    }

    @Test
    void refusesATornLineThatWasTakenOutOrChanged() throws IOException {
        append("{\"v\":1,\"aud".getBytes(StandardCharsets.US_ASCII));
        write(1);
        String text = Files.readString(log);
        for (String other : List.of("", "{\"v\":1,\"auk\n")) {
            Files.writeString(log, text.replace("{\"v\":1,\"aud\n", other));
            assertThat(verify(log).exit()).as(other).isEqualTo(1);
        }
        Files.writeString(log, text.replaceFirst("200", "403"));
        assertThat(verify(log).err()).contains(":1: changed");
    }
}
