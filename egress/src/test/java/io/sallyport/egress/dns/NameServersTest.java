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

@Execution(ExecutionMode.CONCURRENT)
class NameServersTest {
    @TempDir
    Path folder;

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
