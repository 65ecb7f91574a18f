package io.sallyport.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sallyport.proxy.support.CapturedNetwork;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.junit.RequireTool;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real curl in a network namespace that leads nowhere, with the system's resolver and without a proxy variable. */
class CapturedNetworkTest {
    private static final String SETUP = """
            ip link set lo up && ip route add local default dev lo || exit 90
            ip -6 route add local default dev lo
            mount --bind "$1/resolv.conf" /etc/resolv.conf || exit 91
            exec "$2" --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow -cp "$3" "$4" "$1"
            """;

    @TempDir
    Path folder;

    private Client.Ended inNamespaces(String... command) {
        var all = new ArrayList<>(List.of("unshare", "--user", "--map-root-user", "--net", "--mount"));
        all.addAll(List.of(command));
        return Client.run(folder, Map.of(), Duration.ofMinutes(2), all);
    }

    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    @Test
    void clientsThatKnowOfNoProxyGetThroughOrAreRefused() throws IOException {
        List.of("unshare", "ip", "curl").forEach(RequireTool::require);
        Client.Ended probe = inNamespaces("true");
        assumeTrue(probe.exit() == 0, "this machine allows no user namespaces: " + probe.err());
        Files.writeString(folder.resolve("resolv.conf"), "nameserver 192.0.2.53\n");
        Client.Ended ended = inNamespaces(
                "sh",
                "-c",
                SETUP,
                "sh",
                folder.toString(),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                classPath(),
                CapturedNetwork.class.getName());
        assertThat(ended.exit()).as(ended.out() + ended.err()).isZero();
    }
}
