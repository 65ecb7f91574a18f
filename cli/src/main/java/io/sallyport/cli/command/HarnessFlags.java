package io.sallyport.cli.command;

import io.sallyport.leasebridge.harness.HarnessContext;
import io.sallyport.leasebridge.harness.HarnessReader;
import io.sallyport.leasebridge.harness.HarnessSettings;
import io.sallyport.leasebridge.harness.Lent;
import io.sallyport.leasebridge.harness.Platform;
import io.sallyport.leasebridge.harness.Surroundings;
import io.sallyport.leasebridge.profile.ShippedProfiles;
import io.sallyport.leasebridge.profile.ShippedProfiles.Chosen;
import io.sallyport.model.HarnessFiles;
import io.sallyport.model.text.Parsed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
                    + " project, by its file, or one that ships: NAME, or NAME@HOST,HOST (policy profiles).")
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

    /**
     * Reads a profile into {@code texts} and returns its name. One that ships goes along as text, so that a gateway of
     * another version grants the same.
     */
    private static String profile(String profile, ProjectFiles files, Map<String, String> texts) throws CliException {
        Optional<Parsed<Chosen>> shipped = ShippedProfiles.find(profile);
        boolean file = profile.indexOf('/') >= 0 || profile.endsWith(".yaml") || profile.endsWith(".yml");
        if (shipped.isEmpty() && file) {
            String name = InputFiles.name(Path.of(profile)).replaceFirst("\\.ya?ml$", "");
            texts.put("profiles/" + name + ".yaml", InputFiles.text(Path.of(profile)));
            return name;
        }
        String path = "profiles/" + profile + ".yaml";
        boolean ofProject = profile.indexOf('@') < 0 && files.byPath(path) instanceof Surroundings.Found;
        if (ofProject || shipped.isEmpty()) {
            return profile; // the file is recorded if it exists; else the gateway may know the name
        }
        return switch (shipped.get()) {
            case Parsed.Rejected<Chosen>(var why, int _) ->
                throw CliException.unusable("--profile " + profile + ": " + why);
            case Parsed.Accepted<Chosen>(Chosen(var name, var text)) -> {
                String before = texts.put("profiles/" + name + ".yaml", text);
                if (before != null && !before.equals(text)) {
                    throw CliException.unusable("--profile " + profile + ": write one " + name + "@, with commas");
                }
                yield name;
            }
        };
    }
}
