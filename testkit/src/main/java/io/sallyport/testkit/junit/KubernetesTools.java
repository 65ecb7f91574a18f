package io.sallyport.testkit.junit;

import static io.sallyport.testkit.junit.RequireTool.requireFile;

import io.sallyport.testkit.Client;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The JSON schemas of the Kubernetes API ({@code kubernetes-validate}) and Helm, in versions that {@code .ci/run} and
 * {@code ./nightly} install. They are looked up in the folders that {@code SALLYPORT_KUBERNETES} and {@code
 * SALLYPORT_HELM} name, else below the user's cache.
 */
public final class KubernetesTools {
    private static final Duration SOON = Duration.ofMinutes(1);

    private KubernetesTools() {}

    /**
     * Checks manifests against the schemas; a member that the API does not have is an error. Aborts or fails the
     * calling test if the schemas are missing.
     */
    public static Client.Ended validate(Path folder, List<Path> manifests) {
        Path packages = requireFile(place("SALLYPORT_KUBERNETES", "kubernetes-1.37.0"));
        Stream<String> command = Stream.of("python3", packages + "/bin/kubernetes-validate", "--strict");
        Stream<String> files =
                manifests.stream().map(file -> file.toAbsolutePath().toString());
        return Client.run(
                folder,
                Map.of("PYTHONPATH", packages.toString()),
                SOON,
                Stream.concat(command, files).toList());
    }

    /** Runs Helm, which asks no cluster; aborts or fails the calling test if it is missing. */
    public static Client.Ended helm(Path folder, String... arguments) {
        Path program = requireFile(place("SALLYPORT_HELM", "helm-3.16.4") + "/helm");
        return Client.run(
                folder,
                Map.of(),
                SOON,
                Stream.concat(Stream.of(program.toString()), Stream.of(arguments))
                        .toList());
    }

    private static String place(String variable, String folder) {
        String named = System.getenv(variable);
        return named == null ? System.getProperty("user.home") + "/.cache/sallyport/" + folder : named;
    }
}
