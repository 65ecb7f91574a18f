package io.sallyport.cli.command;

import io.sallyport.leasebridge.harness.HarnessContext;
import io.sallyport.leasebridge.harness.HarnessReader;
import io.sallyport.leasebridge.harness.HarnessSettings;
import io.sallyport.leasebridge.harness.Lent;
import io.sallyport.leasebridge.harness.Platform;
import io.sallyport.model.HarnessFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags that describe the surroundings of a harness file. */
public final class HarnessFlags {
    @Option(
            names = "--forge",
            paramLabel = "PLATFORM",
            description = "Apply the harness' part for github, gitlab or jira.")
    private @Nullable String forge;

    @Option(
            names = "--project",
            paramLabel = "DIR",
            description = "The folder that the harness' paths begin at and stay in (default: the harness' own folder).")
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
            description = "Variables that will be set when the harness runs, beside those of this environment.")
    private Set<String> variables = new LinkedHashSet<>();

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            arity = "1..*",
            description = "Add what a provider profile grants: by its name at the gateway or under profiles/ of the"
                    + " project, or by its file.")
    private List<String> profiles = new ArrayList<>();

    /** Returns the project files around {@code harness}. */
    public ProjectFiles project(Path harness) throws CliException {
        Path folder = harness.toAbsolutePath().getParent();
        Map<String, String> given = new LinkedHashMap<>();
        for (Path document : documents) {
            given.put(InputFiles.name(document), InputFiles.text(document));
        }
        return ProjectFiles.of(project == null ? (folder == null ? harness : folder) : project, given, variables);
    }

    /** Returns the selected platform, or null. */
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

    /**
     * Returns the settings with which a command on this machine reads documents: they may name variables that are set
     * here.
     */
    public HarnessSettings settings(HarnessSettings operators) {
        Lent lent = operators.lent();
        Set<String> known = new HashSet<>(System.getenv().keySet());
        known.addAll(lent.variables());
        known.addAll(variables);
        return operators.lending(new Lent(lent.documents(), lent.profiles(), lent.providers(), known));
    }

    /**
     * Reads what the harness refers to from the project, and the profiles that the command names.
     *
     * @param harness null if there is none; profiles are then looked up from the current directory
     */
    public HarnessFiles enclosed(@Nullable Path harness) throws CliException {
        Platform platform = platform();
        if (harness == null && profiles.isEmpty()) {
            return new HarnessFiles(Map.of(), List.of(), platform == null ? null : platform.word());
        }
        ProjectFiles files = project(harness == null ? Path.of("harness.yaml") : harness);
        if (harness != null) {
            var context = new HarnessContext(HarnessSettings.BY_DEFAULT, files, platform, false);
            HarnessReader.read(InputFiles.name(harness), InputFiles.text(harness), context); // checked where it is used
        }
        Map<String, String> texts = new LinkedHashMap<>();
        Set<String> names = new TreeSet<>();
        for (String profile : profiles) {
            names.add(profile(profile, files, texts));
        }
        texts.putAll(files.read());
        return new HarnessFiles(texts, List.copyOf(names), platform == null ? null : platform.word());
    }

    /** Reads a profile into {@code texts} and returns its name. */
    private static String profile(String profile, ProjectFiles files, Map<String, String> texts) throws CliException {
        boolean file = profile.indexOf('/') >= 0 || profile.endsWith(".yaml") || profile.endsWith(".yml");
        if (!file) {
            files.byPath("profiles/" + profile + ".yaml"); // records the file if it exists
            return profile;
        }
        String name = InputFiles.name(Path.of(profile)).replaceFirst("\\.ya?ml$", "");
        texts.put("profiles/" + name + ".yaml", InputFiles.text(Path.of(profile)));
        return name;
    }
}
