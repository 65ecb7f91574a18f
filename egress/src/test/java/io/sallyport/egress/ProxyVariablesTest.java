package io.sallyport.egress;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Client;
import io.sallyport.testkit.Origin;
import io.sallyport.transport.Transport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The environment and Java's proxy properties have no effect. */
class ProxyVariablesTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void dialsTheTargetWhateverProxyTheProcessIsTold(Transport transport) {
        try (Origin origin = Origin.echo();
                Origin decoy = Origin.echo()) {
            String proxy = "http://" + decoy.hostPort();
            Map<String, String> environment = Map.of(
                    "HTTP_PROXY",
                    proxy,
                    "http_proxy",
                    proxy,
                    "HTTPS_PROXY",
                    proxy,
                    "ALL_PROXY",
                    proxy,
                    "all_proxy",
                    proxy);

            Client.Ended ended = Client.run(
                    folder, environment, Duration.ofMinutes(2), command(transport, decoy.port(), origin.hostPort()));

            assertThat(ended.out()).as(ended.err()).isEqualTo("Connected\n");
            assertThat(origin.connections()).isOne();
            assertThat(decoy.connections()).isZero();
        }
    }

    private static List<String> command(Transport transport, int decoy, String target) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = new ArrayList<>(List.of(java, "--enable-native-access=ALL-UNNAMED", "-Xmx128m"));
        command.add("-Djava.net.useSystemProxies=true");
        for (String kind : List.of("http.proxy", "https.proxy", "socksProxy")) {
            command.add("-D" + kind + "Host=127.0.0.1");
            command.add("-D" + kind + "Port=" + decoy);
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), DialOnce.class.getName()));
        command.addAll(List.of(transport.name(), target));
        return command;
    }
}
