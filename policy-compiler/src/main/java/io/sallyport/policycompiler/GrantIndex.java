package io.sallyport.policycompiler;

import io.sallyport.model.Grant;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Scheme;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Lays the grants of one sandbox out as the library reads them, at {@code data.sallyport.index}: {@code matching.rego}
 * says what each part means. Equal grants make equal indexes, down to the byte. Confined to its thread.
 */
final class GrantIndex {
    private static final String ANY_PORT = "*";

    private final Map<Side, Hosts> sides = new TreeMap<>();
    private final List<RegoString> rules = new ArrayList<>();
    private final List<RegoString> modes = new ArrayList<>();

    /** Scheme, port, key and hosts of a cover; the order of covers under one key is that of their first grants. */
    private static final class Hosts {
        private final Map<String, Map<String, Map<String, Map<String, Cover>>>> covers = new TreeMap<>();

        Cover at(String scheme, String port, HostKey host) {
            return covers.computeIfAbsent(scheme, _ -> new TreeMap<>())
                    .computeIfAbsent(port, _ -> new TreeMap<>())
                    .computeIfAbsent(host.key(), _ -> new LinkedHashMap<>())
                    .computeIfAbsent(host.hosts(), _ -> new Cover());
        }
    }

    private GrantIndex(Set<Side> asked) {
        for (Side side : asked) {
            sides.put(side, new Hosts());
        }
    }

    /**
     * The index of {@code grants}, which come in the order of their documents.
     *
     * @param asked the sides that are there, whether they grant anything or not
     */
    static RegoObject of(Set<Side> asked, List<Grant.Net> grants) {
        GrantIndex index = new GrantIndex(asked);
        for (Grant.Net grant : grants) {
            index.add(grant);
        }
        return index.value();
    }

    private void add(Grant.Net grant) {
        int number = rules.size();
        rules.add(RegoString.of(grant.rule()));
        modes.add(RegoString.of(grant.mode().word()));
        sides.forEach((side, hosts) -> {
            List<RequestKind> kinds = side.kindsOf(grant);
            if (!kinds.isEmpty()) {
                add(number, grant, kinds, hosts);
            }
        });
    }

    private static void add(int number, Grant.Net grant, List<RequestKind> kinds, Hosts hosts) {
        HostKey host = HostKey.of(grant.host());
        for (Scheme scheme : grant.schemes()) {
            for (String port : ports(grant)) {
                hosts.at(scheme.word(), port, host).add(number, grant, kinds);
            }
        }
    }

    private static List<String> ports(Grant.Net grant) {
        return grant.ports().isEmpty()
                ? List.of(ANY_PORT)
                : grant.ports().stream().map(String::valueOf).toList();
    }

    private RegoObject value() {
        Map<String, RegoValue> parts = new HashMap<>();
        List<RegoObject> tables = new ArrayList<>();
        sides.forEach((side, hosts) -> parts.put(side.word(), value(hosts, tables)));
        parts.put("sides", askedByKind());
        parts.put("paths", RegoArray.of(tables));
        parts.put("rules", RegoArray.of(rules));
        parts.put("modes", RegoArray.of(modes));
        return RegoObject.of(parts);
    }

    private static RegoObject value(Hosts hosts, List<RegoObject> tables) {
        return mapped(
                hosts.covers,
                ports -> mapped(
                        ports,
                        keys -> mapped(keys, covers -> {
                            List<RegoObject> values = new ArrayList<>();
                            covers.forEach((which, cover) -> values.add(cover.value(which, tables)));
                            return RegoArray.of(values);
                        })));
    }

    private static <T> RegoObject mapped(Map<String, T> from, Function<T, RegoValue> each) {
        Map<String, RegoValue> to = new LinkedHashMap<>();
        from.forEach((key, value) -> to.put(key, each.apply(value)));
        return RegoObject.of(to);
    }

    private RegoObject askedByKind() {
        Map<String, List<RegoString>> asked = new TreeMap<>();
        for (Side side : sides.keySet()) {
            for (RequestKind kind : side.kinds()) {
                asked.computeIfAbsent(kind.word(), _ -> new ArrayList<>()).add(RegoString.of(side.word()));
            }
        }
        return mapped(asked, RegoArray::of);
    }
}
