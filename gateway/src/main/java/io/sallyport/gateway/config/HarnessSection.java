package io.sallyport.gateway.config;

import io.sallyport.leasebridge.harness.Forges;
import io.sallyport.leasebridge.harness.HarnessSettings;
import io.sallyport.leasebridge.harness.Lent;
import io.sallyport.leasebridge.harness.OrganisationAllowlist;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The section {@code harness}: how harness files are read, and what they find without bringing it. */
final class HarnessSection {
    private static final String ALLOWLIST = "allowed_remote_resources";

    private final Section section;
    private final Path folder;

    private HarnessSection(Section section, Path folder) {
        this.section = section;
        this.folder = folder;
    }

    /**
     * @param folder that relative paths begin at
     * @param forges where skills come from, as the section {@code fetch} says
     */
    static HarnessSettings read(Section section, Path folder, Forges forges) throws ConfigException {
        var read = new HarnessSection(section, folder);
        boolean warn = section.read("unknown_keys", false, "error or warn", HarnessSection::warnOrError);
        var settings = new HarnessSettings(warn, read.organisation(), read.lent(), forges);
        section.end();
        return settings;
    }

    private OrganisationAllowlist organisation() throws ConfigException {
        List<String> entries = section.list(
                ALLOWLIST,
                List.of(),
                "an https prefix that ends in a slash",
                text -> OrganisationAllowlist.fault(text) == null ? text : null);
        return section.has(ALLOWLIST) ? OrganisationAllowlist.of(entries) : OrganisationAllowlist.UNSET;
    }

    private Lent lent() throws ConfigException {
        List<String> variables = section.list("variables", List.of(), Values.VARIABLE, Values::variableName);
        return new Lent(documents(), named("profiles"), named("providers"), Set.copyOf(variables));
    }

    private Map<String, String> documents() throws ConfigException {
        Path at = section.path("documents", folder);
        return at == null ? Map.of() : LentFiles.below(at, section.place("documents"));
    }

    private Map<String, String> named(String key) throws ConfigException {
        Path at = section.path(key, folder);
        return at == null ? Map.of() : LentFiles.named(at, section.place(key));
    }

    private static @Nullable Boolean warnOrError(String text) {
        return switch (text) {
            case "warn" -> Boolean.TRUE;
            case "error" -> Boolean.FALSE;
            default -> null;
        };
    }
}
