package io.sallyport.leasebridge;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.Findings;
import io.sallyport.model.DialRefusal;
import io.sallyport.model.DialRules;
import io.sallyport.model.Grant;
import io.sallyport.model.Provenance;
import io.sallyport.model.host.CanonicalAuthority;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.HostPattern;
import io.sallyport.model.host.Port;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Warns of grants that lead nowhere: every host that one covers is refused by its name, address or port alone whenever it is to
 * be dialled. A grant is taken all the same, since it may be meant for another gateway.
 */
public final class NeverDialled {
    private static final Set<Integer> ANY_PORT = Set.of(443); // what is asked of a grant that is for any port

    private NeverDialled() {}

    /** A host of a document. */
    private record Told(String document, HostPattern host) {}

    /**
     * One warning for each host of a document, at the first grant of it.
     *
     * @param written where they were written, by the names of their rules; others are not warned of
     */
    public static void warn(
            Collection<Grant> grants, Map<String, Provenance> written, DialRules rules, Findings findings) {
        Set<Told> told = new HashSet<>();
        for (Grant grant : grants) {
            Provenance at = written.get(grant.rule());
            if (at != null && grant instanceof Grant.Net net) {
                DialRefusal refused = refused(net, rules);
                if (refused != null && told.add(new Told(at.document(), net.host()))) {
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

    /** Why nothing that the grant covers is dialled, or null where something may be. */
    private static @Nullable DialRefusal refused(Grant.Net grant, DialRules rules) {
        CanonicalHost host = one(grant.host());
        if (host == null) {
            return null;
        }
        DialRefusal first = null;
        for (int port : new TreeSet<>(grant.ports().isEmpty() ? ANY_PORT : grant.ports())) {
            DialRefusal refusal = rules.refuses(host, port, grant.addresses());
            if (refusal == null) {
                return null;
            }
            first = first == null ? refusal : first;
        }
        return coversNamed(grant, rules) ? null : first;
    }

    /** Whether the operator gave an address to a name that the grant covers, on a port that it is for. */
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
     * The host, or one of those that a wildcard covers: whether a name is local shows in its last labels, and a star there
     * covers others too. So all that a wildcard covers is refused where this one is. Null where every host is covered.
     */
    private static @Nullable CanonicalHost one(HostPattern pattern) {
        String text = switch (pattern) {
            case HostPattern.Any _ -> null;
            case HostPattern.Exact(String host) -> host.indexOf(':') < 0 ? host : "[" + host + "]";
            case HostPattern.Under(String suffix) -> "x." + suffix;
            case HostPattern.OneUnder(String suffix) -> "x." + suffix;
            case HostPattern.Labels(boolean manyFirst, List<String> labels) ->
                (manyFirst ? "x." : "")
                        + labels.stream().map(label -> label.replace('*', 'x')).collect(Collectors.joining("."));
        };
        return text != null && CanonicalHost.parseDocument(text) instanceof CanonicalHost.Accepted(CanonicalHost host)
                ? host
                : null;
    }
}
