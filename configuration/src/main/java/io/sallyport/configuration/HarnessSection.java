package io.sallyport.configuration;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Forms;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.leasebridge.harness.Forges;
import io.sallyport.leasebridge.harness.HarnessSettings;
import io.sallyport.leasebridge.harness.Lent;
import io.sallyport.leasebridge.harness.OrganisationAllowlist;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The section {@code harness}: how harness files are read, and what the operator provides to them. */
final class HarnessSection {
    private static final Keys HARNESS = new Keys("harness");
    private static final Key<Boolean> UNKNOWN_KEYS = HARNESS.value(
            "unknown_keys",
            Form.words(Forms.two("error", false, "warn", true)),
            false,
            "Whether a key that nobody knows refuses a harness file.");
    private static final Key<String> ALLOWLIST = HARNESS.list(
            "allowed_remote_resources",
            Form.text(
                    "an https prefix that ends in a slash", text -> OrganisationAllowlist.isEntry(text) ? text : null),
            "not set: harness files are not bounded by it",
            "The organisation's allowlist, a ceiling of every harness' own ([harness](harness.md)).");
    private static final Key<String> VARIABLES = HARNESS.list(
            "variables", Forms.VARIABLE, "none", "Variables that harness files may name and that will be set.");
    private static final Key<String> DOCUMENTS =
            HARNESS.optional("documents", Forms.FOLDER, "none", "Documents that harness files find by path or hash.");
    private static final Key<String> PROFILES =
            HARNESS.optional("profiles", Forms.FOLDER, "none", "Profiles, by the names of their files.");
    private static final Key<String> PROVIDERS =
            HARNESS.optional("providers", Forms.FOLDER, "none", "Providers, by the names of their files.");

    private final Section section;
    private final Path folder;

    private HarnessSection(Section section, Path folder) {
        this.section = section;
        this.folder = folder;
    }

    static List<Keys> keys() {
        return List.of(HARNESS);
    }

    /**
     * Returns the settings, given the forges of the section {@code fetch}, from which skills come.
     *
     * @param folder base of relative paths
     */
    static Function<Forges, HarnessSettings> read(Section section, Path folder) throws ConfigException {
        var read = new HarnessSection(section, folder);
        boolean warn = section.read(UNKNOWN_KEYS);
        OrganisationAllowlist organisation = read.organisation();
        Lent lent = read.lent();
        section.end();
        return forges -> new HarnessSettings(warn, organisation, lent, forges);
    }

    private OrganisationAllowlist organisation() {
        List<String> entries = section.list(ALLOWLIST);
        return section.has(ALLOWLIST) ? OrganisationAllowlist.of(entries) : OrganisationAllowlist.UNSET;
    }

    private Lent lent() throws ConfigException {
        List<String> variables = section.list(VARIABLES);
        return new Lent(documents(), named(PROFILES), named(PROVIDERS), Set.copyOf(variables));
    }

    private Map<String, String> documents() throws ConfigException {
        Path at = section.path(DOCUMENTS, folder);
        return at == null ? Map.of() : YamlFolder.below(at, section.place("documents"));
    }

    private Map<String, String> named(Key<String> key) throws ConfigException {
        Path at = section.path(key, folder);
        return at == null ? Map.of() : YamlFolder.named(at, section.place(key.name()));
    }
}
