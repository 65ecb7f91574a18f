package io.sallyport.leasebridge.accesslist;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.DocumentNode.Style;
import io.sallyport.documents.Findings;
import io.sallyport.documents.MembersBuilder;
import io.sallyport.documents.Place;
import io.sallyport.documents.YamlWriter;
import io.sallyport.leasebridge.network.EndpointCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Writes a network policy: a rule for each line of the list. */
record PolicyForm() implements GrantForm {
    private static final String EVERY_PATH = "**";

    @Override
    public boolean denies() {
        return true;
    }

    /** A tunnel carries plain HTTP, too, so that a port of tunnels alone is no less than one of both. */
    @Override
    public Carried carried(ReachedHost reach, boolean inspected) {
        CellAccess access = reach.access();
        if (!access.tunnel()) {
            return Carried.nothing("plain HTTP without tunnels: a network policy has no word for it, --as lease has");
        }
        List<Integer> ports =
                reach.ports().stream().filter(EndpointCheck::isGranted).toList();
        if (ports.isEmpty()) {
            return Carried.nothing("a port that controls clusters");
        }
        boolean isTunnelAlone = access.methods().isEmpty();
        ReachedHost granted = reach.at(ports);
        ReachedHost whole = isTunnelAlone ? granted.with(new CellAccess(true, MethodSet.ALL)) : granted;
        String wrong = fault(whole);
        if (!wrong.isEmpty()) {
            return Carried.nothing(wrong);
        }
        if (ports.size() < reach.ports().size()) {
            return new Carried(whole, "without ports that control clusters");
        }
        boolean narrows = !inspected && !isTunnelAlone && !access.methods().isAll();
        return new Carried(whole, narrows ? "the methods hold inside of tunnels, too" : "");
    }

    /** Returns why an endpoint is refused by a network policy; empty if it is not. */
    private static String fault(ReachedHost reach) {
        var findings = new Findings("endpoint");
        EndpointCheck.check("endpoint", endpoint(reach, true), findings);
        return findings.all().stream()
                .filter(Diagnostic::isError)
                .map(Diagnostic::message)
                .findFirst()
                .orElse("");
    }

    @Override
    public List<String> schemes(ReachedHost reach, int port) {
        return List.of("https", "http");
    }

    @Override
    public String write(AccessGrants grants) {
        boolean looksInside = isInspected(grants);
        SortedMap<Integer, List<Members>> byLine = new TreeMap<>();
        for (ReachedHost reach : grants.reaches()) {
            add(byLine, reach.place(), endpoint(reach, looksInside));
        }
        for (AccessGrants.Denied denied : grants.denied()) {
            add(byLine, denied.place(), closed(denied));
        }
        return text(byLine);
    }

    /** Returns whether each request is looked into: where something is denied, and for methods and paths. */
    static boolean isInspected(AccessGrants grants) {
        return grants.inspected()
                || !grants.denied().isEmpty()
                || grants.reaches().stream().anyMatch(PolicyForm::isLimited);
    }

    private static boolean isLimited(ReachedHost reach) {
        return !reach.paths().isEmpty() || !reach.access().methods().isAll();
    }

    private static void add(Map<Integer, List<Members>> byLine, Place place, Members endpoint) {
        byLine.computeIfAbsent(place.line(), _ -> new ArrayList<>()).add(endpoint);
    }

    private static String text(SortedMap<Integer, List<Members>> byLine) {
        if (byLine.isEmpty()) {
            return "version: 1\nnetwork_policies: {}\n";
        }
        var yaml = new StringBuilder("version: 1\nnetwork_policies:\n");
        byLine.forEach((line, endpoints) -> {
            Members rule = new MembersBuilder(Place.START)
                    .items("endpoints", endpoints)
                    .build();
            yaml.append(YamlWriter.member("line-" + line, rule, 2, 1));
        });
        return yaml.toString();
    }

    private static Members endpoint(ReachedHost reach, boolean looksInside) {
        MembersBuilder endpoint = target(reach.place(), reach.host(), reach.ports());
        if (!looksInside) {
            return endpoint.build();
        }
        endpoint.text("protocol", "rest");
        if (!isLimited(reach)) {
            return endpoint.text("access", "full").build();
        }
        return endpoint.items("rules", rules(reach))
                .items("deny_rules", withoutHead(reach))
                .build();
    }

    private static MembersBuilder target(Place place, String host, List<Integer> ports) {
        var target = new MembersBuilder(place).text("host", host);
        if (ports.size() == 1) {
            return target.number("port", ports.getFirst());
        }
        List<DocumentNode> numbers = new ArrayList<>();
        ports.forEach(port -> numbers.add(new Scalar(Integer.toString(port), Style.PLAIN, place)));
        return target.put("ports", new Items(numbers, place));
    }

    private static List<Members> rules(ReachedHost reach) {
        MethodSet methods = reach.access().methods();
        List<Members> rules = new ArrayList<>();
        for (String method : methods.isAll() ? List.of("*") : methods.each()) {
            for (String path : paths(reach)) {
                Members allow = request(reach.place(), method, path);
                rules.add(new MembersBuilder(reach.place()).put("allow", allow).build());
            }
        }
        return rules;
    }

    /** A rule for GET admits HEAD, which the list may not. */
    private static List<Members> withoutHead(ReachedHost reach) {
        MethodSet methods = reach.access().methods();
        return methods.has("GET") && !methods.has("HEAD")
                ? paths(reach).stream()
                        .map(path -> request(reach.place(), "HEAD", path))
                        .toList()
                : List.of();
    }

    private static List<String> paths(ReachedHost reach) {
        return reach.paths().isEmpty() ? List.of(EVERY_PATH) : reach.paths();
    }

    private static Members request(Place place, String method, String path) {
        return new MembersBuilder(place)
                .text("method", method)
                .text("path", path)
                .build();
    }

    private static Members closed(AccessGrants.Denied denied) {
        return target(denied.place(), denied.host(), denied.ports())
                .text("protocol", "rest")
                .text("access", "read-only")
                .items("deny_rules", List.of(request(denied.place(), "*", EVERY_PATH)))
                .build();
    }
}
