package io.sallyport.egress.dns;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Execution(ExecutionMode.CONCURRENT)
class NameServersTest {
    @TempDir
    Path folder;

    @Test
    void readsAddressesWithAndWithoutAPort() {
        assertThat(NameServers.parse(List.of("192.0.2.53", "192.0.2.54:5353", "[2001:db8::53]", "[::1]:54")))
                .isEqualTo(new NameServers.Accepted(List.of(
                        socket("192.0.2.53", 53),
                        socket("192.0.2.54", 5353),
                        socket("2001:db8::53", 53),
                        socket("::1", 54))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"dns.example", "", "192.0.2.53:0", "192.0.2.53:65536", "192.0.2", "::1", "1.2.3.4:53:53"})
    void refusesWhatIsNoAddress(String text) {
        assertThat(NameServers.parse(List.of(text))).isInstanceOf(NameServers.Rejected.class);
    }

    @Test
    void readsTheSystemsFileAndNothingButItsServers() throws IOException {
        Path file = Files.writeString(
                folder.resolve("resolv.conf"),
                "# local\nsearch corp.example\noptions ndots:5\nnameserver 192.0.2.53\nnameserver 2001:db8::53\n");

        assertThat(NameServers.ofFile(file.toFile()))
                .isEqualTo(new NameServers.Accepted(List.of(socket("192.0.2.53", 53), socket("2001:db8::53", 53))));
    }

    @Test
    void inventsNoServerWhereTheSystemNamesNone() throws IOException {
        Path empty = Files.writeString(folder.resolve("resolv.conf"), "search corp.example\n");

        assertThat(NameServers.ofFile(empty.toFile())).isInstanceOf(NameServers.Rejected.class);
        assertThat(NameServers.ofFile(folder.resolve("missing").toFile())).isInstanceOf(NameServers.Rejected.class);
    }

    private static InetSocketAddress socket(String literal, int port) {
        return new InetSocketAddress(InetAddress.ofLiteral(literal), port);
    }
}
