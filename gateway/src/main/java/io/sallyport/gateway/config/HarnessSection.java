package io.sallyport.gateway.config;

import io.sallyport.leasebridge.harness.HarnessSettings;
import io.sallyport.leasebridge.harness.Lent;
import io.sallyport.leasebridge.harness.OrganisationAllowlist;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The section {@code harness}: how harness files are read, and what they may name. */
final class HarnessSection {
    private static final String ALLOWLIST = "allowed_remote_resources";

    private HarnessSection() {}

    static HarnessSettings read(Section section) throws ConfigException {
        var settings = new HarnessSettings(
                section.read("unknown_keys", false, "error or warn", HarnessSection::warnOrError),
                organisation(section),
                Lent.NOTHING);
        section.end();
        return settings;
    }

    private static OrganisationAllowlist organisation(Section section) throws ConfigException {
        List<String> entries = section.list(
                ALLOWLIST,
                List.of(),
                "an https prefix that ends in a slash",
                text -> OrganisationAllowlist.fault(text) == null ? text : null);
        return section.has(ALLOWLIST) ? OrganisationAllowlist.of(entries) : OrganisationAllowlist.UNSET;
    }

    private static @Nullable Boolean warnOrError(String text) {
        return switch (text) {
            case "warn" -> Boolean.TRUE;
            case "error" -> Boolean.FALSE;
            default -> null;
        };
    }
}
