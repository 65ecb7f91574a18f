package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.command.ExitCodes;
import io.sallyport.testkit.junit.KubernetesTools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The manifests of {@code deploy/kubernetes}; no cluster is asked. */
class KubernetesManifestsTest extends CommandLineTest {
    private static final Path MANIFESTS = Path.of("../deploy/kubernetes");
    private static final List<Path> FILES = List.of(MANIFESTS.resolve("gateway.yaml"), MANIFESTS.resolve("agent.yaml"));

    @Test
    void theManifestsAreWhatTheApiTakes() {
        var checked = KubernetesTools.validate(folder, FILES);
        assertThat(checked.exit()).as(checked.out() + checked.err()).isZero();
        assertThat(checked.out() + checked.err())
                .contains("deployment/sallyport", "networkpolicy/sallyport", "networkpolicy/sallyport-agents", "pod/");
    }

    @Test
    void aMemberThatTheApiDoesNotHaveIsFound() throws Exception {
        String agent = Files.readString(FILES.getLast());
        Path wrong = write("wrong.yaml", agent.replace("readOnlyRootFilesystem", "readOnlyRootFileSystem"));
        assertThat(KubernetesTools.validate(folder, List.of(wrong)).exit()).isNotZero();
    }

    @Test
    void theConfigurationAndTheLeaseOfTheManifestsAreValid() throws Exception {
        Map<?, ?> data = data(FILES.getFirst(), "sallyport");
        Path configuration = write("gateway.yaml", "state: state\n" + data.get("gateway.yaml"));
        assertThat(run("doctor", "--config", configuration.toString()))
                .as(out + "" + err)
                .isEqualTo(ExitCodes.OK);
        Path lease = write("lease.json", String.valueOf(data.get("lease.json")));
        assertThat(run("policy", "eval", "--lease", lease.toString(), "https://example.com/"))
                .as(out + "" + err)
                .isEqualTo(ExitCodes.OK);
    }

    /** Returns what a ConfigMap of the file holds. */
    static Map<?, ?> data(Path file, String name) throws Exception {
        Iterable<Object> documents = new Load(LoadSettings.builder().build()).loadAllFromString(Files.readString(file));
        return StreamSupport.stream(documents.spliterator(), false)
                .map(document -> (Map<?, ?>) document)
                .filter(document -> "ConfigMap".equals(document.get("kind")))
                .filter(document -> name.equals(member(document, "metadata").get("name")))
                .map(document -> member(document, "data"))
                .findFirst()
                .orElseThrow();
    }

    private static Map<?, ?> member(Map<?, ?> document, String name) {
        return (Map<?, ?>) Objects.requireNonNull(document.get(name), name);
    }
}
