package io.sallyport.audit;

import static io.sallyport.audit.LogFixture.QUICK;
import static io.sallyport.audit.LogFixture.append;
import static io.sallyport.audit.LogFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.chain.Chain;
import io.sallyport.audit.chain.ChainVerdict;
import io.sallyport.audit.chain.ChainVerdict.Whole;
import io.sallyport.audit.chain.ChainVerifier;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The chain in files that the log itself wrote. */
final class ChainedFileTest {
    @TempDir
    private Path folder = Path.of("");

    private final AtomicLong nanos = new AtomicLong();

    private Path file() {
        return folder.resolve("audit.jsonl");
    }

    private JsonLinesLog open() throws IOException {
        return JsonLinesLog.open(file(), QUICK, LogFixture.WALL, nanos::get);
    }

    private void write(int lines) throws Exception {
        try (JsonLinesLog log = open()) {
            for (int i = 0; i < lines; i++) {
                await(append(log, Records.allowed(log.nextId())));
            }
        }
    }

    private static ChainVerdict verdict(Path... files) throws IOException {
        var verifier = new ChainVerifier(null, bytes -> {});
        for (Path file : files) {
            try (InputStream in = Files.newInputStream(file)) {
                verifier.read(file.toString(), in);
            }
        }
        return verifier.verdict();
    }

    @Test
    void goesOnOverRestarts() throws Exception {
        write(3);
        write(4);
        assertThat(verdict(file())).isInstanceOfSatisfying(Whole.class, whole -> {
            assertThat(whole.lines()).isEqualTo(7);
            assertThat(whole.begins()).isEqualTo(Chain.BEGINNING);
        });
    }

    @Test
    void goesOnOverRotation() throws Exception {
        Path older = folder.resolve("audit.jsonl.1");
        try (JsonLinesLog log = open()) {
            await(append(log, Records.allowed("old")));
            Files.move(file(), older);
            log.reopen();
            await(append(log, Records.allowed("new")));
        }
        assertThat(verdict(older, file())).isInstanceOf(Whole.class);
        assertThat(verdict(file()))
                .isInstanceOfSatisfying(
                        Whole.class, whole -> assertThat(whole.begins()).isNotEqualTo(Chain.BEGINNING));
    }

    @Test
    void goesOnAfterALineThatACrashCutOff() throws Exception {
        write(3);
        for (int crash = 0; crash < 3; crash++) {
            Files.writeString(file(), "{\"v\":1,\"audit_id\":\"torn" + crash, StandardOpenOption.APPEND);
            write(1);
        }
        assertThat(verdict(file()))
                .isInstanceOfSatisfying(
                        Whole.class, whole -> assertThat(whole.cutOff()).isEqualTo(3));
    }

    @Test
    void aLineCutInItsSealIsCutOff() throws Exception {
        write(2);
        byte[] all = Files.readAllBytes(file());
        for (int left = all.length - 1; left > all.length - 90; left--) {
            Files.write(file(), Arrays.copyOf(all, left));
            write(1);
            assertThat(verdict(file())).as("%d bytes left", left).isInstanceOf(Whole.class);
        }
    }

    @Test
    void aSinkThatTookHalfALineGetsOneChain() throws Exception {
        var fixture = new LogFixture(QUICK);
        try (fixture) {
            await(fixture.append(Records.allowed("1")));
            fixture.sink.takes.set(40);
            fixture.sink.failure = "full";
            var told = fixture.append(Records.allowed("2"));
            while (fixture.log.isAccepting()) {
                Thread.onSpinWait();
            }
            fixture.sink.failure = null;
            await(told);
            await(fixture.append(Records.allowed("3")));
        }
        Files.write(file(), fixture.sink.text().getBytes(StandardCharsets.UTF_8));
        assertThat(verdict(file())).isInstanceOf(Whole.class);
    }
}
