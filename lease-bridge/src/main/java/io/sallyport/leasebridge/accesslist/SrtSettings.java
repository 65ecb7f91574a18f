package io.sallyport.leasebridge.accesslist;

import static io.sallyport.documents.Shape.list;
import static io.sallyport.documents.Shape.text;
import static io.sallyport.documents.Shape.truth;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Shape;
import io.sallyport.model.text.Parsed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the network section of sandbox-runtime's settings. Denied domains are looked at first. {@code *.NAME} is every
 * name below {@code NAME}, at any depth, and not that name; {@code :PORT} at the end is that port alone, without it any
 * port is meant. A denied {@code *} is every host.
 */
record SrtSettings(ImportFindings findings) {
    private static final Shape ANYTHING = (_, _, _) -> {};
    private static final Set<String> OF_THE_SANDBOX = Set.of(
            "allowUnixSockets",
            "allowAllUnixSockets",
            "allowLocalBinding",
            "allowMachLookup",
            "deniedDomainReasons",
            "strictAllowlist",
            "httpProxyPort",
            "socksProxyPort",
            "mitmProxy",
            "tlsTerminate",
            "parentProxy");
    private static final Shape NETWORK;

    static {
        Map<String, Shape> fields = new HashMap<>();
        OF_THE_SANDBOX.forEach(key -> fields.put(key, ANYTHING));
        fields.put("allowedDomains", list(text()));
        fields.put("deniedDomains", list(text()));
        fields.put("allowAllDomains", truth());
        NETWORK = Shape.object(Map.copyOf(fields));
    }

    AccessRules read(Members document) {
        Member section = document.members().get("network");
        if (section == null) {
            findings.refuse(document.place(), DiagnosticCode.MISSING_KEY, "network is missing", null);
            return new AccessRules(List.of());
        }
        NETWORK.check(section.value(), "network", findings.document());
        Map<String, Member> network = Fields.members(section.value());
        document.members().forEach((key, member) -> {
            if (!key.equals("network")) {
                findings.warn(
                        member.keyPlace(), DiagnosticCode.NO_EFFECT, key + ": the sandbox's own, not the network's");
            }
        });
        network.forEach((key, member) -> {
            if (OF_THE_SANDBOX.contains(key)) {
                findings.warn(member.keyPlace(), DiagnosticCode.NO_EFFECT, key + ": is not carried over");
            }
        });
        Scalar all = Fields.scalar(network, "allowAllDomains");
        if (all != null && Fields.isTrue(network, "allowAllDomains")) {
            findings.leaveOut(all.place(), DiagnosticCode.BROAD_PATTERN, "allowAllDomains: every host");
        }
        List<AccessRule> rules = new ArrayList<>();
        Fields.texts(network, "deniedDomains").forEach(entry -> add(rules, entry, false));
        Fields.texts(network, "allowedDomains").forEach(entry -> add(rules, entry, true));
        return new AccessRules(rules);
    }

    private void add(List<AccessRule> rules, Scalar entry, boolean allows) {
        String written = entry.text();
        int colon = port(written);
        PortRange port = colon < 0 ? null : PortRange.read(written.substring(colon + 1));
        String host = port == null ? written : written.substring(0, colon);
        HostSet hosts = findings.meant(hosts(host, allows), written, entry.place(), allows);
        if (hosts != null) {
            rules.add(new AccessRule(entry.place(), allows, conditions(hosts, port)));
        }
    }

    private static List<AccessCondition> conditions(HostSet hosts, @Nullable PortRange port) {
        List<AccessCondition> conditions = new ArrayList<>(List.of(AccessCondition.Hosts.of(hosts)));
        if (port != null) {
            conditions.add(new AccessCondition.Ports(List.of(port)));
        }
        return conditions;
    }

    /** Returns where the colon before a port is: behind the brackets of an address, or the only one; -1 for none. */
    private static int port(String written) {
        int colon = written.lastIndexOf(':');
        boolean mayBePort = written.startsWith("[") ? colon == written.indexOf(']') + 1 : colon == written.indexOf(':');
        PortRange port = mayBePort ? PortRange.read(written.substring(colon + 1)) : null;
        return port != null && port.isOne() ? colon : -1;
    }

    private static Parsed<HostSet> hosts(String written, boolean allows) {
        if (written.equals("*") && !allows) {
            return new Parsed.Accepted<>(new HostSet.Every());
        }
        if (written.equals("localhost") && allows) {
            return new Parsed.Rejected<>("is never dialled");
        }
        return written.startsWith("*.") ? HostSet.below(written.substring(2)) : HostSet.one(written);
    }
}
