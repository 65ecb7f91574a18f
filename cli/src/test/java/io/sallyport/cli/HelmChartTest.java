package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.command.ExitCodes;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.junit.KubernetesTools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The chart of {@code deploy/helm}, rendered by Helm with each of its options; no cluster is asked. */
@Tag("nightly")
class HelmChartTest extends CommandLineTest {
    private static final String CHART =
            Path.of("../deploy/helm/sallyport").toAbsolutePath().normalize().toString();
    private static final String KEY = "A".repeat(43) + "=";
    /** What Helm writes between two documents. */
    private static final String NEXT = "---\n";

    /** Each line: options that hold together. */
    private static final List<String> RENDERINGS = List.of(
            "image.tag=v1",
            "state.persistent=false,networkPolicy.agentsPolicy=false",
            "state.storageClass=fast,podDisruptionBudget.enabled=true,nodeSelector.disk=ssd",
            "state.existingClaim=mine,tolerations[0].key=agents,podAnnotations.team=a",
            "ca.mode=memory,networkPolicy.enabled=false",
            "ca.mode=existing,ca.existingSecret=mine,files.note=text",
            "ca.mode=inline,ca.key=" + KEY,
            "tls.mode=existing,tls.existingSecret=mine",
            "tls.mode=certManager,tls.issuer.name=ca,tls.issuer.kind=ClusterIssuer",
            "metrics.enabled=true,metrics.serviceMonitor=true,metrics.from[0].podSelector.matchLabels.app=prometheus",
            "networkPolicy.extraEgress[0].to[0].ipBlock.cidr=10.1.0.0/16,networkPolicy.agents.tier=agent",
            "configuration.limits.max_open=500,configuration.egress.hosts.registry\\.local=10.0.0.7");

    @Test
    void whatTheChartRendersIsWhatTheApiTakes() throws Exception {
        List<Path> files = new ArrayList<>();
        for (String options : RENDERINGS) {
            files.add(write("rendered/" + files.size() + ".yaml", ofTheApi(rendered(options))));
        }
        Client.Ended checked = KubernetesTools.validate(folder, files);
        assertThat(checked.exit()).as(checked.out() + checked.err()).isZero();
    }

    /** Custom resources have no schema of the API: Certificate and ServiceMonitor. */
    private static String ofTheApi(String manifests) {
        return Arrays.stream(manifests.split(NEXT))
                .filter(one -> !one.contains("cert-manager.io/") && !one.contains("monitoring.coreos.com/"))
                .collect(Collectors.joining(NEXT));
    }

    @Test
    void theConfigurationOfEachRenderingIsValid() throws Exception {
        for (String options : RENDERINGS) {
            assertThat(run("doctor", "--config", configuration(options).toString()))
                    .as(options + "\n" + out + err)
                    .isEqualTo(ExitCodes.OK);
        }
    }

    /** The files of Secrets are where a test has them: nowhere, or below its folder. */
    private Path configuration(String options) throws Exception {
        Path manifests = write("manifests.yaml", rendered(options));
        Object text = KubernetesManifestsTest.data(manifests, "gw").get("gateway.yaml");
        return write("gateway.yaml", "state: state\n" + text);
    }

    @Test
    void settingsOfTheUserAreKeptBesideThoseOfTheChart() throws Exception {
        assertThat(Files.readString(configuration("configuration.limits.max_open=500,ca.mode=memory")))
                .contains("max_open: 500", "ca_keys: memory", "listen: 127.0.0.1:3129", "delay: 5s");
    }

    @Test
    void eachRenderingHasItsObjects() {
        assertThat(rendered("image.tag=v1"))
                .contains("kind: PersistentVolumeClaim", "name: gw-agents", "image: \"sallyport:v1\"")
                .doesNotContain("kind: PodDisruptionBudget", "kind: Secret", "ServiceMonitor", "Certificate");
        assertThat(rendered(RENDERINGS.get(1))).doesNotContain("PersistentVolumeClaim", "name: gw-agents");
        assertThat(rendered(RENDERINGS.get(4))).doesNotContain("NetworkPolicy");
        assertThat(rendered(RENDERINGS.get(6))).contains("kind: Secret", "ca_key_file: /run/sallyport-ca/ca.key");
        assertThat(rendered(RENDERINGS.get(8))).contains("kind: Certificate", "kind: ClusterIssuer", "gw.default.svc");
        assertThat(rendered(RENDERINGS.get(9))).contains("kind: ServiceMonitor", "app: prometheus");
    }

    @Test
    void valuesThatWouldOpenOrContradictTheChartAreRefused() {
        for (String options : List.of(
                "networkPolicy.enable=false",
                "configuration.admin.listen=0.0.0.0:3129",
                "configuration.proxy.listen[0]=0.0.0.0:1",
                "ca.mode=existing",
                "ca.mode=inline",
                "tls.mode=certManager",
                "networkPolicy.agents=null",
                "tls.mode=null")) {
            Client.Ended refused = helm(options);
            assertThat(refused.exit()).as(options).isNotZero();
            assertThat(refused.err()).as(options).contains("the schema");
        }
    }

    private String rendered(String options) {
        Client.Ended ended = helm(options);
        assertThat(ended.exit()).as(options + "\n" + ended.err()).isZero();
        return ended.out();
    }

    private Client.Ended helm(String options) {
        return KubernetesTools.helm(folder, "template", "gw", CHART, "--kube-version", "1.37.0", "--set", options);
    }
}
