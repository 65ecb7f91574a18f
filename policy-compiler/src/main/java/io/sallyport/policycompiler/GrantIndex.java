package io.sallyport.policycompiler;

import io.sallyport.leasebridge.network.Denial;
import io.sallyport.model.Grant;
import io.sallyport.model.Mode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.ApiServerHost;
import io.sallyport.model.host.HostPattern;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Builds the index of one side's grants for the library, which reads it at {@code data.sallyport.index} below the
 * side's name; {@code matching.rego} and {@code naming.rego} define each part. Equal grants yield indexes that are
 * equal to the byte. Confined to one thread.
 */
final class GrantIndex {
    private static final String ANY_PORT = "*";

    private final Map<String, Map<Group, Map<String, SideCover>>> hosts = new TreeMap<>();
    private final List<RegoString> rules = new ArrayList<>();
    private final List<RegoString> modes = new ArrayList<>();
    private final EntryObject addresses = RegoObject.growing();
    private boolean audited;

    /** Which hosts at or below a key, under which scheme; its covers are by port. */
    private record Group(HostKey.Hosts hosts, Scheme scheme) {}

    private final NameTables names = new NameTables();

    private GrantIndex() {}

    /** Returns the index of those of {@code grants} that count on {@code side}, in the order of their documents. */
    static RegoObject of(GrantSide side, List<Grant.Net> grants, List<Grant.Named> named) {
        GrantIndex index = new GrantIndex();
        for (Grant.Net grant : grants) {
            List<RequestKind> kinds = side.kindsOf(grant);
            if (!kinds.isEmpty()) {
                index.add(grant, kinds);
            }
        }
        named.stream().filter(side::counts).forEach(index::add);
        return index.value();
    }

    /** Returns the index of denials, in the same form as grants; null if there are none. */
    static @Nullable RegoObject ofDenials(List<Denial> denials) {
        GrantIndex index = new GrantIndex();
        denials.forEach(denial -> index.add(denial.covered(), List.of(RequestKind.HTTP)));
        return denials.isEmpty() ? null : index.value();
    }

    /** Returns the index of the requests that one credential is granted for, in the same form. */
    static RegoObject ofCredential(List<Grant.Net> grants) {
        GrantIndex index = new GrantIndex();
        grants.forEach(grant -> index.add(grant, GrantSide.POLICY.kindsOf(grant)));
        return index.value();
    }

    private void add(Grant.Named grant) {
        names.add(rules.size(), grant);
        rules.add(RegoString.of(grant.rule()));
        modes.add(RegoString.named(Mode.ENFORCE.word()));
    }

    private void add(Grant.Net grant, List<RequestKind> kinds) {
        int number = rules.size();
        rules.add(RegoString.of(grant.rule()));
        modes.add(RegoString.named(grant.mode().word()));
        audited |= grant.mode() == Mode.REPORT;
        if (!grant.addresses().isEmpty()) {
            List<RegoString> blocks =
                    grant.addresses().stream().map(RegoString::of).toList();
            addresses.put(String.valueOf(number), RegoArray.of(blocks));
        }
        HostKey host = HostKey.of(grant.host());
        Map<Group, Map<String, SideCover>> groups = hosts.computeIfAbsent(host.key(), _ -> new LinkedHashMap<>());
        Set<Scheme> schemes = schemes(grant);
        for (Scheme scheme : schemes) {
            Map<String, SideCover> ports =
                    groups.computeIfAbsent(new Group(host.hosts(), scheme), _ -> new TreeMap<>());
            covers(ports, grant).forEach(cover -> cover.add(number, grant, kinds));
        }
        if (schemes.stream().anyMatch(Scheme::isWebSocket) && !schemes.contains(Scheme.HTTPS)) {
            Map<String, SideCover> tunnels =
                    groups.computeIfAbsent(new Group(host.hosts(), Scheme.HTTPS), _ -> new TreeMap<>());
            covers(tunnels, grant).forEach(cover -> cover.addOpenedTunnel(number, kinds));
        }
    }

    private static List<SideCover> covers(Map<String, SideCover> byPort, Grant.Net grant) {
        return ports(grant).stream()
                .map(port -> byPort.computeIfAbsent(port, _ -> new SideCover()))
                .toList();
    }

    /**
     * Returns the schemes of a grant. A grant of the exact name of an API server has only the scheme of API servers,
     * which a wider pattern never has.
     */
    private static Set<Scheme> schemes(Grant.Net grant) {
        if (grant.host() instanceof HostPattern.Exact(String host) && ApiServerHost.is(host)) {
            return grant.schemes().contains(Scheme.HTTP) ? Set.of(Scheme.API) : Set.of();
        }
        return new TreeSet<>(grant.schemes());
    }

    private static List<String> ports(Grant.Net grant) {
        return grant.ports().isEmpty()
                ? List.of(ANY_PORT)
                : grant.ports().stream().map(String::valueOf).toList();
    }

    private RegoObject value() {
        List<RegoObject> tables = new ArrayList<>();
        EntryObject found = RegoObject.growing();
        hosts.forEach((key, groups) -> found.put(key, value(groups, tables)));
        EntryObject index = RegoObject.growing();
        if (addresses.size() > 0) {
            index.put("addresses", addresses);
        }
        if (audited) {
            index.put("audited", RegoBoolean.TRUE);
        }
        return index.put("hosts", found)
                .put("modes", RegoArray.of(modes))
                .put("names", names.value())
                .put("paths", RegoArray.of(tables))
                .put("rules", RegoArray.of(rules))
                .sealed();
    }

    private static RegoArray value(Map<Group, Map<String, SideCover>> groups, List<RegoObject> tables) {
        List<RegoObject> values = new ArrayList<>();
        groups.forEach((group, ports) -> values.add(value(group, ports, tables)));
        return RegoArray.of(values);
    }

    private static RegoObject value(Group group, Map<String, SideCover> ports, List<RegoObject> tables) {
        EntryObject covers = RegoObject.growing();
        ports.forEach((port, cover) -> covers.put(port, cover.value(tables)));
        return RegoObject.growing()
                .put("hosts", group.hosts().value())
                .put("ports", covers)
                .put("scheme", RegoString.named(group.scheme().word()))
                .sealed();
    }
}
