package io.sallyport.auditexport.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoopGroup;
import io.sallyport.auditexport.form.ExportForm;
import io.sallyport.auditexport.form.TrialLog;
import io.sallyport.model.host.CanonicalAuthority;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.text.Parsed;
import io.sallyport.transport.Transport;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SyslogReceiverTest {
    private final EventLoopGroup loops = Transport.best().newLoops(1, "sinks");

    @AfterEach
    void close() {
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private SyslogReceiver receiver(int port, ExportForm form) {
        var at = (Parsed.Accepted<CanonicalAuthority>) CanonicalAuthority.parse("127.0.0.1:" + port, Dialect.DOCUMENT);
        var settings = new SyslogSettings(
                at.value(),
                SyslogTransport.TCP,
                List.of(),
                form,
                SyslogSettings.DEFAULT_DATAGRAM_BYTES,
                Duration.ofSeconds(30));
        return new SyslogReceiver(settings, new LoopbackDialer(), loops::next);
    }

    /** Reads one frame as a receiver does: by its count of octets. */
    private static String frame(DataInputStream in) throws IOException {
        int count = 0;
        for (int each = in.read(); each != ' '; each = in.read()) {
            count = count * 10 + (each - '0');
        }
        return new String(in.readNBytes(count), StandardCharsets.UTF_8);
    }

    @Test
    void messagesAreFramedByTheirLength() throws IOException {
        TrialLog log = TrialLog.of(TrialLog.KINDS);
        try (var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                SyslogReceiver receiver = receiver(server.getLocalPort(), ExportForm.CEF)) {
            assertThat(receiver.send(log.lines())).isEqualTo(new SinkDelivery.Delivered());
            try (Socket socket = server.accept()) {
                var in = new DataInputStream(socket.getInputStream());
                for (byte[] line : log.lines()) {
                    assertThat(frame(in))
                            .matches("<1(07|08|10)>1 2026-11-18T12:00:00.123Z - sallyport - [a-z]+ - CEF:1\\|.*")
                            .endsWith(new String(ExportForm.CEF.of(line), StandardCharsets.UTF_8));
                }
            }
        }
    }

    @Test
    void aReceiverThatStartsAgainIsConnectedToAgain() throws Exception {
        List<byte[]> lines = TrialLog.of(TrialLog.KINDS.subList(0, 1)).lines();
        try (var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                SyslogReceiver receiver = receiver(server.getLocalPort(), ExportForm.JSONL)) {
            assertThat(receiver.send(lines)).isEqualTo(new SinkDelivery.Delivered());
            try (Socket first = server.accept()) {
                frame(new DataInputStream(first.getInputStream()));
            }
            server.setSoTimeout(10);
            @Nullable Socket second = null;
            while (second == null) { // until the end of the first has been seen
                receiver.send(lines);
                second = accepted(server);
            }
            assertThat(frame(new DataInputStream(second.getInputStream()))).contains("\"seq\":1");
            second.close();
        }
    }

    private static @Nullable Socket accepted(ServerSocket server) throws IOException {
        try {
            return server.accept();
        } catch (SocketTimeoutException _) {
            return null;
        }
    }

    @Test
    void nobodyThereIsTriedAgain() throws IOException {
        int port;
        try (var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            port = server.getLocalPort();
        }
        try (SyslogReceiver receiver = receiver(port, ExportForm.JSONL)) {
            assertThat(receiver.send(TrialLog.of(TrialLog.KINDS).lines())).isInstanceOf(SinkDelivery.Failed.class);
        }
    }
}
