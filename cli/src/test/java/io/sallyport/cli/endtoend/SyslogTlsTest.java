package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.TestCa;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.InstantSource;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records as a receiver of syslog gets them inside TLS. */
@Timeout(120)
class SyslogTlsTest {
    private static final TestCa CA = TestCa.create("receivers of the test", InstantSource.system());
    private static final TestCa OTHER = TestCa.create("another", InstantSource.system());
    private static final char[] NO_PASSWORD = {};

    @TempDir
    Path folder = Path.of("");

    private static SSLServerSocket server(TestCa.Leaf leaf) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, NO_PASSWORD);
        store.setKeyEntry("receiver", leaf.key(), NO_PASSWORD, leaf.chain());
        var keys = KeyManagerFactory.getInstance("PKIX");
        keys.init(store, NO_PASSWORD);
        var context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 5, InetAddress.getLoopbackAddress());
    }

    private Rig rig(SSLServerSocket server) throws Exception {
        Path trusted = Files.writeString(folder.resolve("receivers.pem"), CA.pem());
        return Rig.start(
                folder,
                Map.of(),
                trusted,
                "audit: {sinks: {siem: {type: syslog, address: \"127.0.0.1:%d\", pause: 0s}}}\n"
                        .formatted(server.getLocalPort()));
    }

    /** Reads one frame as a receiver does: by its count of octets. */
    private static String frame(InputStream from) throws IOException {
        int count = 0;
        for (int each = from.read(); each != ' '; each = from.read()) {
            count = count * 10 + (each - '0');
        }
        return new String(new DataInputStream(from).readNBytes(count), StandardCharsets.US_ASCII);
    }

    @Test
    void recordsComeInsideTls() throws Exception {
        try (SSLServerSocket server = server(CA.leaf("127.0.0.1"));
                Rig rig = rig(server)) {
            rig.grant(Rig.SB, "http://yes.test/**");
            try (Socket socket = server.accept()) {
                String frame = frame(socket.getInputStream());
                while (!frame.contains("\"kind\":\"policy\"") || !frame.contains("\"sandbox\":\"sb-1\"")) {
                    assertThat(frame).startsWith("<1").contains(" - sallyport - ");
                    frame = frame(socket.getInputStream());
                }
                assertThat(((SSLSocket) socket).getSession().getProtocol()).startsWith("TLSv1.");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aReceiverThatNobodyVouchesForGetsNothing(boolean isOfOtherCa) throws Exception {
        try (SSLServerSocket server = server(isOfOtherCa ? OTHER.leaf("127.0.0.1") : CA.leaf("other.test"));
                Rig rig = rig(server)) {
            rig.grant(Rig.SB, "http://yes.test/**");
            try (SSLSocket socket = (SSLSocket) server.accept()) {
                assertThat(firstByte(socket)).isEqualTo(-1);
            }
        }
    }

    /** Returns -1 if the connection ends, or is refused, before a byte came. */
    private static int firstByte(SSLSocket socket) throws IOException {
        try {
            return socket.getInputStream().read();
        } catch (SSLException _) {
            return -1;
        }
    }
}
