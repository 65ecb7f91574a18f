package io.sallyport.findings;

import io.sallyport.model.secret.FindingKind;
import io.sallyport.model.secret.FindingPlace;
import io.sallyport.model.secret.FoundSecret;
import java.util.ArrayList;
import java.util.List;

/**
 * What scans of one request found, in the order found: each kind and name once for each place, in the encoding in which
 * it was found first. Confined to one thread.
 */
public final class FoundSecrets {
    /** How many are kept; a request with more is suspect enough. */
    public static final int MAX = 16;

    private final List<FoundSecret> found = new ArrayList<>();

    /** Returns the secrets found so far. */
    public List<FoundSecret> all() {
        return List.copyOf(found);
    }

    /** Returns whether nothing was found so far. */
    public boolean isEmpty() {
        return found.isEmpty();
    }

    boolean has(FindingKind kind, String name, FindingPlace place) {
        for (FoundSecret one : found) {
            if (one.kind() == kind && one.place() == place && one.name().equals(name)) {
                return true;
            }
        }
        return false;
    }

    /** Notes a secret, unless it is known there, or {@value #MAX} are. */
    public void add(FoundSecret secret) {
        if (found.size() < MAX && !has(secret.kind(), secret.name(), secret.place())) {
            found.add(secret);
        }
    }
}
