package io.sallyport.policycompiler;

import io.sallyport.model.Grant;
import io.sallyport.model.PathCase;
import io.sallyport.model.host.HostPattern;
import java.util.ArrayList;
import java.util.List;

/**
 * The operator's rules for leases: the section {@code lease} of the configuration.
 *
 * @param requireModelUse whether a lease without {@code model.use} grants no model; otherwise it grants all of them
 * @param hostStar the meaning of {@code *} as the first label of a host
 * @param pathCase how file paths are compared; callers must compare the same way
 */
public record LeaseRules(boolean requireModelUse, HostStar hostStar, PathCase pathCase) {
    public static final LeaseRules BY_DEFAULT = new LeaseRules(true, HostStar.LABELS);

    /** Creates rules that compare paths case-sensitively. */
    public LeaseRules(boolean requireModelUse, HostStar hostStar) {
        this(requireModelUse, hostStar, PathCase.EXACT);
    }

    /** The meaning of {@code *} as the first label of a host in a lease; {@code **} always means one or more labels. */
    public enum HostStar {
        /** One or more labels, as expected by the peers that issue leases. */
        LABELS,
        /** Exactly one label. */
        LABEL;

        /** Converts a grant of a lease to this meaning. */
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
