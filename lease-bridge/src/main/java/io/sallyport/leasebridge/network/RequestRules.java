package io.sallyport.leasebridge.network;

import io.sallyport.leasebridge.network.PolicyEndpoint.Allow;
import java.util.List;
import java.util.stream.Stream;

/**
 * What an endpoint says of requests; incomplete if there are errors. Immutable.
 *
 * @param path limits the requests that the endpoint applies to
 * @param settings how requests are read and judged
 * @param allows what it allows
 * @param denies what it denies, whatever allows it
 * @param reported everything that its protocol can carry, if it is in audit mode, else nothing
 */
record RequestRules(
        EndpointPath path, Settings settings, List<Allow> allows, List<Allow> denies, List<Allow> reported) {
    static final RequestRules NONE = new RequestRules(EndpointPath.ANY, Settings.NONE, List.of(), List.of(), List.of());

    RequestRules {
        allows = List.copyOf(allows);
        denies = List.copyOf(denies);
        reported = List.copyOf(reported);
    }

    /**
     * What must agree where two endpoints apply to one path alike (specs: network policy, section 10).
     *
     * @param audited whether what its rules refuse passes and is recorded
     * @param maxBytes limit of a body that rules read
     * @param strictTools whether names of tools are checked
     * @param keepsSlashes whether it is for paths with an encoded slash too
     * @param others what it says without effect
     */
    record Settings(
            boolean audited, int maxBytes, boolean strictTools, boolean keepsSlashes, IneffectiveFields others) {
        static final Settings NONE =
                new Settings(false, BodySettings.DEFAULT_BYTES, true, false, IneffectiveFields.NONE);
    }

    Stream<Allow> all() {
        return Stream.of(allows, denies, reported).flatMap(List::stream);
    }
}
