package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.TestCa;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The metrics of a gateway behind real traffic. */
class TrafficMetricsTest {
    private static final TestCa CA = TestCa.create("origins of the test", InstantSource.system());

    @TempDir
    Path folder = Path.of("");

    @Test
    void trafficIsCountedByDoorVerdictAndReasonAndTimedWhereItWaits() throws Exception {
        require("curl");
        Path trusted = Files.writeString(folder.resolve("origins.pem"), CA.pem());
        try (Origin tls = Origin.tls(CA.leaf("yes.test", "all.test"), _ -> Answer.text(200, "hello"));
                Rig rig = Rig.startWithEgress(
                        folder,
                        Map.of(
                                "yes.test:443",
                                tls.hostPort(),
                                "all.test:443",
                                tls.hostPort(),
                                "gone.test:80",
                                "127.0.0.1:1"),
                        List.of(trusted),
                        "dns: {servers: []}")) {
            Map<String, String> env =
                    rig.grant(Rig.SB, "https://yes.test/open/**", "https://all.test/**", "http://gone.test/**");
            rig.curl(env, "-k", "https://yes.test/open/a");
            rig.curl(env, "-k", "https://yes.test/open/a");
            rig.curl(env, "-k", "https://yes.test/closed");
            rig.curl(env, "-k", "https://all.test/c");
            rig.curl(env, "http://gone.test/");

            String metrics = rig.metrics()
                    .lines()
                    .filter(line -> line.startsWith("sallyport_"))
                    .collect(Collectors.joining("\n"));
            assertThat(metrics.lines())
                    .contains(
                            "sallyport_decisions_total{door=\"http\",reason=\"granted\",verdict=\"allow\"} 2.0",
                            "sallyport_decisions_total{door=\"http\",reason=\"no_grant\",verdict=\"deny\"} 1.0",
                            "sallyport_decisions_total{door=\"http\",reason=\"connect_failed\",verdict=\"fail\"} 1.0",
                            "sallyport_upstream_faults_total{class=\"connect\"} 1.0",
                            "sallyport_upstream_faults_total{class=\"tls\"} 0.0",
                            "sallyport_dial_failures_total{reason=\"connect_failed\"} 1.0",
                            "sallyport_failure_mode_allowed 0.0",
                            "sallyport_tunnels_total 4.0",
                            "sallyport_leaves_minted_total 1.0",
                            "sallyport_policy_changes_total{outcome=\"in_force\"} 1.0",
                            "sallyport_tls_handshake_seconds_count{side=\"client\"} 3",
                            "sallyport_policy_to_force_seconds_count 1");
            assertThat(metrics)
                    .contains(
                            "sallyport_added_seconds_bucket{le=\"60.0\"}",
                            "sallyport_request_seconds_bucket{door=\"connect\",le=\"600.0\"}",
                            "sallyport_upstream_connect_seconds_count 3",
                            "sallyport_decision_seconds_count",
                            "sallyport_policy_steps_total",
                            "sallyport_upstream_idle_connections ",
                            "sallyport_certificate_expires_timestamp_seconds{certificate=\"sandbox_ca\"}",
                            "sallyport_upstream_requests_total{connection=\"dialled\"}")
                    .doesNotContain("yes.test", "/open");
        }
    }
}
