package io.sallyport.gateway.cli.command;

import io.sallyport.gateway.config.ConfigException;
import io.sallyport.gateway.config.ConfigFile;
import io.sallyport.leasebridge.harness.HarnessSettings;
import io.sallyport.leasebridge.harness.Platform;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags that say what surrounds a harness file. */
public final class HarnessFlags {
    @Option(
            names = "--forge",
            paramLabel = "PLATFORM",
            description = "Lay the harness' part for github, gitlab or jira on top.")
    private @Nullable String forge;

    @Option(
            names = "--project",
            paramLabel = "DIR",
            description =
                    "What the paths in the harness begin at, and do not lead out of; by default its own directory.")
    private @Nullable Path project;

    @Option(
            names = "--document",
            paramLabel = "FILE",
            arity = "1..*",
            description = "Documents that the harness names by URL and hash; none is fetched.")
    private List<Path> documents = new ArrayList<>();

    @Option(
            names = "--variable",
            paramLabel = "NAME",
            arity = "1..*",
            description = "Variables that will be set when the harness runs, beside those that are set now.")
    private Set<String> variables = new LinkedHashSet<>();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description =
                    "Judge as a gateway with this configuration does: its organisation's allowlist, its profiles.")
    private @Nullable Path config;

    /** The files around {@code harness}. */
    public ProjectFiles project(Path harness) throws CliException {
        Path folder = harness.toAbsolutePath().getParent();
        Map<String, String> given = new LinkedHashMap<>();
        for (Path document : documents) {
            given.put(InputFiles.name(document), InputFiles.text(document));
        }
        return ProjectFiles.of(project == null ? (folder == null ? harness : folder) : project, given, variables);
    }

    /** The part that was asked for, or null. */
    public @Nullable Platform platform() throws CliException {
        if (forge == null) {
            return null;
        }
        Platform platform = Platform.of(forge);
        if (platform == null) {
            throw CliException.unusable("--forge: " + forge + " (expected: github, gitlab or jira)");
        }
        return platform;
    }

    /** How the operator has harness files read. */
    public HarnessSettings settings() throws CliException {
        if (config == null) {
            return HarnessSettings.BY_DEFAULT;
        }
        try {
            return ConfigFile.read(config, null, config.toAbsolutePath()).harness();
        } catch (ConfigException e) {
            throw CliException.unusable(String.valueOf(e.getMessage()));
        }
    }
}
