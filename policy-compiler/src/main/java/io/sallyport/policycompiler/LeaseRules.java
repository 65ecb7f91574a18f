package io.sallyport.policycompiler;

import io.sallyport.model.Grant;
import io.sallyport.model.PathCase;
import io.sallyport.model.host.HostPattern;
import java.util.ArrayList;
import java.util.List;

/**
 * What the operator says of leases: the section {@code lease} of the configuration.
 *
 * @param requireModelUse whether a lease without {@code model.use} grants no model; else it grants them all
 * @param hostStar what {@code *} means as the first label of a host
 * @param pathCase how paths of files are compared; who asks does it the same way
 */
public record LeaseRules(boolean requireModelUse, HostStar hostStar, PathCase pathCase) {
    public static final LeaseRules BY_DEFAULT = new LeaseRules(true, HostStar.LABELS);

    /** Rules under which the case of paths counts. */
    public LeaseRules(boolean requireModelUse, HostStar hostStar) {
        this(requireModelUse, hostStar, PathCase.EXACT);
    }

    /** What {@code *} means as the first label of a host in a lease; {@code **} is one or more labels in any case. */
    public enum HostStar {
        /** One or more labels, as the peers that issue leases believe. */
        LABELS,
        /** Exactly one label. */
        LABEL;

        /** A grant of a lease as this has it. */
        Grant of(Grant grant) {
            return this == LABEL && grant instanceof Grant.Net net && net.text().contains("://*.")
                    ? oneLabel(net)
                    : grant;
        }

        private static Grant oneLabel(Grant.Net grant) {
            HostPattern host = switch (grant.host()) {
                case HostPattern.Under(var suffix) -> new HostPattern.OneUnder(suffix);
                case HostPattern.Labels(boolean manyFirst, var labels)
                when manyFirst -> {
                    List<String> all = new ArrayList<>(List.of("*"));
                    all.addAll(labels);
                    yield new HostPattern.Labels(false, all);
                }
                case HostPattern.Labels _, HostPattern.OneUnder _, HostPattern.Exact _, HostPattern.Any _ ->
                    grant.host();
            };
            return grant.of(host);
        }
    }
}
