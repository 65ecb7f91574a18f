package io.sallyport.leasebridge.accesslist;

import io.sallyport.documents.Place;
import java.util.List;

/**
 * What an access list amounts to. Immutable.
 *
 * @param reaches what it allows
 * @param denied what it denies of that
 * @param inspected whether the product looks into each request
 */
record AccessGrants(List<ReachedHost> reaches, List<Denied> denied, boolean inspected) {
    AccessGrants {
        reaches = List.copyOf(reaches);
        denied = List.copyOf(denied);
    }

    /**
     * A host, and names below one, of which nothing may be reached.
     *
     * @param host as in {@link ReachedHost}
     */
    record Denied(Place place, String host, List<Integer> ports) {
        Denied {
            ports = List.copyOf(ports);
        }
    }
}
