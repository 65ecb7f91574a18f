package io.sallyport.leasebridge.harness;

import io.sallyport.model.text.Parsed;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The operator's limit on what harness files may name; a harness can only narrow it. Immutable. */
public final class OrganisationAllowlist {
    /** No limit from the operator: every HTTPS host, so that the harness's own list alone decides. */
    public static final OrganisationAllowlist UNSET = new OrganisationAllowlist(null);

    private final @Nullable List<AllowlistEntry> entries;

    private OrganisationAllowlist(@Nullable List<AllowlistEntry> entries) {
        this.entries = entries == null ? null : List.copyOf(entries);
    }

    /**
     * Creates a limit; an empty list allows nothing.
     *
     * @throws IllegalArgumentException for a text that is no {@linkplain #isEntry entry}
     */
    public static OrganisationAllowlist of(List<String> texts) {
        return new OrganisationAllowlist(AllowlistEntry.all(texts));
    }

    public static boolean isEntry(String text) {
        return AllowlistEntry.parse(text) instanceof Parsed.Accepted;
    }

    /**
     * Returns whether the entry is within the limit. Compares case-sensitively: an entry may also grant reading through
     * the proxy, where case counts.
     */
    boolean covers(AllowlistEntry entry) {
        return entries == null || entries.stream().anyMatch(own -> own.coversExactly(entry.url()));
    }
}
