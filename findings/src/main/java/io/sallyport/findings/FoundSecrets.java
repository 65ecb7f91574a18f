package io.sallyport.findings;

import io.sallyport.model.secret.FindingKind;
import io.sallyport.model.secret.FindingPlace;
import io.sallyport.model.secret.FoundSecret;
import java.util.ArrayList;
import java.util.List;

/**
 * What scans of one request found, in the order found: each kind and name once for each place, in the encoding in which
 * it was found first, so there is a bound, and nothing hides behind other findings. Confined to one thread.
 */
public final class FoundSecrets {
    private static final int EXEMPTION_COST = 512; // of work: as much as looking at so many bytes

    private final List<FoundSecret> found = new ArrayList<>();
    private final ExemptText exempt;

    /** Creates an empty collection, in which no token is noted that {@code exempt} covers. */
    public FoundSecrets(ExemptText exempt) {
        this.exempt = exempt;
    }

    /** Returns the secrets found so far. */
    public List<FoundSecret> all() {
        return List.copyOf(found);
    }

    /** Returns whether nothing was found so far. */
    public boolean isEmpty() {
        return found.isEmpty();
    }

    /** Returns whether what looks like a token there is known to be none; what that costs is charged. */
    boolean isExempt(ScannedText text, SecretSpan span, FindingPlace place) {
        text.work().charge(exempt.equals(ExemptText.NONE) ? 0 : EXEMPTION_COST);
        return exempt.covers(place, text.bytes(), span.from(), span.to());
    }

    boolean has(FindingKind kind, String name, FindingPlace place) {
        for (FoundSecret one : found) {
            if (one.kind() == kind && one.place() == place && one.name().equals(name)) {
                return true;
            }
        }
        return false;
    }

    /** Returns how many were found. */
    int size() {
        return found.size();
    }

    /** Notes a secret, unless it is known there. */
    public void add(FoundSecret secret) {
        if (!has(secret.kind(), secret.name(), secret.place())) {
            found.add(secret);
        }
    }
}
