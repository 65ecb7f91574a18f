package io.sallyport.auditexport.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.auditexport.form.ExportForm;
import io.sallyport.auditexport.form.TrialLog;
import io.sallyport.model.host.CanonicalAuthority;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.text.Parsed;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SyslogDatagramsTest {
    private static SyslogDatagrams sender(int port, int mostBytes) {
        var at = (Parsed.Accepted<CanonicalAuthority>) CanonicalAuthority.parse("127.0.0.1:" + port, Dialect.DOCUMENT);
        return new SyslogDatagrams(new SyslogSettings(
                at.value(), SyslogTransport.UDP, List.of(), ExportForm.JSONL, mostBytes, Duration.ofSeconds(30)));
    }

    private static String received(DatagramSocket socket) throws IOException {
        var packet = new DatagramPacket(new byte[1 << 16], 1 << 16);
        socket.receive(packet);
        return new String(packet.getData(), 0, packet.getLength(), StandardCharsets.US_ASCII);
    }

    @Test
    void eachRecordIsOneDatagramWithoutAFrame() throws IOException {
        List<byte[]> lines = TrialLog.of(TrialLog.KINDS).lines();
        try (var socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
                SyslogDatagrams sender = sender(socket.getLocalPort(), 2_048)) {
            assertThat(sender.send(lines)).isEqualTo(new SinkDelivery.Delivered());
            for (byte[] line : lines) {
                assertThat(received(socket))
                        .matches("<1(07|08|10)>1 2026-11-18T12:00:00.123Z - sallyport - [a-z]+ - \\{.*")
                        .endsWith(new String(line, StandardCharsets.US_ASCII));
            }
        }
    }

    @Test
    void aMessageThatIsTooLongIsCutOffAndSaysSo() throws IOException {
        List<byte[]> lines = TrialLog.of(List.of("{\"v\":1,\"audit_id\":\"a1\",\"time\":\"2026-11-18T12:00:00.123Z\","
                        + "\"kind\":\"http\",\"verdict\":\"allow\",\"path\":\"/" + "x".repeat(900) + "\""))
                .lines();
        try (var socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
                SyslogDatagrams sender = sender(socket.getLocalPort(), 480)) {
            assertThat(sender.send(lines)).isEqualTo(new SinkDelivery.Delivered());
            assertThat(received(socket))
                    .hasSize(480)
                    .startsWith("<110>1 2026-11-18T12:00:00.123Z - sallyport - http - {\"v\":1")
                    .matches(".*x\\.\\.\\. cut off, 1[0-9]{3} bytes");
        }
    }

    @Test
    void aPortThatNobodyHasIsSeenOnTheNextSend() throws IOException {
        List<byte[]> lines = TrialLog.of(TrialLog.KINDS.subList(0, 1)).lines();
        int port;
        try (var socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        try (SyslogDatagrams sender = sender(port, 480)) {
            SinkDelivery last = sender.send(lines);
            while (!(last instanceof SinkDelivery.Failed)) { // until the kernel has told
                last = sender.send(lines);
            }
            assertThat(last).isInstanceOf(SinkDelivery.Failed.class);
        }
    }
}
