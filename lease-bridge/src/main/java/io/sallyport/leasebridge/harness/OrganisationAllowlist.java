package io.sallyport.leasebridge.harness;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the operator lets harness files name at all; a harness narrows it and never widens it. Immutable. */
public final class OrganisationAllowlist {
    /** Where the operator says nothing: every HTTPS host, so that the harness' own list alone decides. */
    public static final OrganisationAllowlist UNSET = new OrganisationAllowlist(null);

    private final @Nullable List<AllowlistEntry> entries;

    private OrganisationAllowlist(@Nullable List<AllowlistEntry> entries) {
        this.entries = entries == null ? null : List.copyOf(entries);
    }

    /**
     * A list; an empty one lets nothing through.
     *
     * @throws IllegalArgumentException for an entry that has a {@link #fault}
     */
    public static OrganisationAllowlist of(List<String> texts) {
        return new OrganisationAllowlist(AllowlistEntry.all(texts));
    }

    /** What is wrong with an entry, or null. */
    public static @Nullable String fault(String text) {
        return AllowlistEntry.parse(text) instanceof AllowlistEntry.Rejected(var why, int _) ? why : null;
    }

    /** As they are written, in case too: an entry may also grant reading through the proxy, which folds nothing. */
    boolean covers(AllowlistEntry entry) {
        return entries == null || entries.stream().anyMatch(own -> own.coversExactly(entry.url()));
    }
}
