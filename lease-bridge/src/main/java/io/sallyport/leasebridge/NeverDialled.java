package io.sallyport.leasebridge;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.Findings;
import io.sallyport.model.DialRefusal;
import io.sallyport.model.DialRules;
import io.sallyport.model.DialVerdict;
import io.sallyport.model.Grant;
import io.sallyport.model.Provenance;
import io.sallyport.model.host.CanonicalAuthority;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.HostPattern;
import io.sallyport.model.host.LabelGlob;
import io.sallyport.model.host.Port;
import io.sallyport.model.text.Parsed;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Warns of grants without effect: the dialer refuses every host that such a grant covers by its name, address or port
 * alone. The grant is still accepted, since it may be meant for another gateway.
 */
public final class NeverDialled {
    private static final Set<Integer> ANY_PORT = Set.of(443); // the port to check for a grant of any port

    private NeverDialled() {}

    /** A host in a document. */
    private record Told(String document, HostPattern host) {}

    /**
     * Reports one warning for each host of a document, at its first grant.
     *
     * @param written where grants are written, by rule name; other grants get no warning
     */
    public static void warn(
            Collection<Grant> grants, Map<String, Provenance> written, DialRules rules, Findings findings) {
        Set<Told> told = new HashSet<>();
        for (Grant grant : grants) {
            Provenance at = written.get(grant.rule());
            if (at != null && grant instanceof Grant.Net net) {
                if (judge(net, rules) instanceof DialRefusal refused && told.add(new Told(at.document(), net.host()))) {
                    String one = net.host() instanceof HostPattern.Exact ? "" : "for one, ";
                    String message = Findings.quote(net.text()) + " is never dialled: " + one + refused.message();
                    findings.add(Diagnostic.warning(
                            at.document(),
                            at.line(),
                            at.column(),
                            DiagnosticCode.NEVER_DIALLED,
                            message,
                            refused.hint()));
                }
            }
        }
    }

    /** Refuses if nothing that the grant covers is ever dialled, for the reason of its first port. */
    private static DialVerdict judge(Grant.Net grant, DialRules rules) {
        CanonicalHost host = one(grant.host());
        if (host == null) {
            return DialVerdict.PASS;
        }
        List<DialVerdict> ofPorts = (grant.ports().isEmpty() ? ANY_PORT : grant.ports())
                .stream()
                        .sorted()
                        .map(port -> rules.judge(host, port, grant.addresses()))
                        .toList();
        return ofPorts.contains(DialVerdict.PASS) || coversNamed(grant, rules) ? DialVerdict.PASS : ofPorts.getFirst();
    }

    /** Returns whether the operator assigned an address to a name that the grant covers, on one of its ports. */
    private static boolean coversNamed(Grant.Net grant, DialRules rules) {
        var effort = new ComparisonBudget();
        for (CanonicalAuthority name : rules.named()) {
            boolean port = grant.ports().isEmpty()
                    || name.port() == Port.NONE
                    || grant.ports().contains(name.port());
            if (port && Hosts.covers(grant.host(), name.host(), effort)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the host, or one sample host of a wildcard. The last labels decide whether a name is local, and a
     * wildcard never stands in the last label. So if this host is refused, all hosts of the wildcard are. Null if the
     * pattern covers every host.
     */
    private static @Nullable CanonicalHost one(HostPattern pattern) {
        String text = switch (pattern) {
            case HostPattern.Any _ -> null;
            case HostPattern.Exact(String host) -> CanonicalHost.authority(host);
            case HostPattern.Under(String suffix) -> "x." + suffix;
            case HostPattern.OneUnder(String suffix) -> "x." + suffix;
            case HostPattern.Labels(boolean manyFirst, List<String> labels) ->
                (manyFirst ? "x." : "")
                        + labels.stream()
                                .map(label -> LabelGlob.of(label).sample())
                                .collect(Collectors.joining("."));
        };
        return text != null && CanonicalHost.parseDocument(text) instanceof Parsed.Accepted(CanonicalHost host)
                ? host
                : null;
    }
}
