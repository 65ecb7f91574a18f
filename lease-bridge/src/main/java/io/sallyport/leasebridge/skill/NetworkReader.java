package io.sallyport.leasebridge.skill;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import io.sallyport.leasebridge.GrantPatterns;
import io.sallyport.leasebridge.skill.Domains.Domain;
import io.sallyport.model.Grant;
import io.sallyport.model.Mode;
import io.sallyport.model.PathPattern;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.HostPattern;
import io.sallyport.model.host.Port;
import io.sallyport.model.text.Parsed;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads {@code permissions.net} of a manifest whose shape is already validated. Confined to one reading. */
final class NetworkReader {
    /** Limit of entries in {@code allow_domains}. */
    static final int MAX_ENTRIES = 256;

    /** Limit of schemes times ports times paths, summed over all entries. */
    static final int MAX_WEIGHT = 4_096;

    private static final Set<RequestKind> CARRIED = Set.of(RequestKind.CONNECT, RequestKind.HTTP);

    private final String skill;
    private final Findings findings;
    private final List<Grant.Net> requests = new ArrayList<>();
    private final List<Grant.Net> webSockets = new ArrayList<>();

    NetworkReader(String skill, Findings findings) {
        this.skill = skill;
        this.findings = findings;
    }

    /** The content of one entry, which grants every combination of its parts. */
    private record Entry(
            String rule,
            String shown,
            HostPattern host,
            Set<Scheme> schemes,
            Set<Integer> ports,
            Set<String> methods,
            List<PathPattern> paths) {}

    SkillManifest.Network read(Map<String, Member> net) {
        List<DocumentNode> items = Fields.items(net, "allow_domains");
        for (int i = 0; i < items.size(); i++) {
            if (i == MAX_ENTRIES) {
                error(
                        items.get(i).place(),
                        DiagnosticCode.TOO_MANY,
                        "allow_domains: more than " + MAX_ENTRIES + " entries");
                break;
            }
            Entry entry = entry("skill:" + skill + ".net.allow_domains[" + i + "]", items.get(i));
            if (entry != null) {
                add(entry, items.get(i).place());
            }
        }
        return new SkillManifest.Network(requests, webSockets);
    }

    private @Nullable Entry entry(String rule, DocumentNode item) {
        return switch (item) {
            case Scalar text -> ofText(rule, text);
            case Members(var members, Place place) -> ofMembers(rule, members, place);
            case Items _ -> null;
        };
    }

    private @Nullable Entry ofText(String rule, Scalar scalar) {
        return switch (Domains.read(scalar.text(), false)) {
            case Parsed.Rejected<Domain>(var why, int at) -> bad(scalar, why, at);
            case Parsed.Accepted<Domain>(Domain(var scheme, var host, int port, var path)) -> {
                if (port == Port.NONE && scheme != null && scheme.isTcp()) {
                    yield bad(scalar, scheme.word() + " has no port of its own: name one", 0);
                }
                yield new Entry(
                        rule,
                        scalar.text(),
                        host,
                        Set.of(scheme == null ? Scheme.HTTPS : scheme),
                        port == Port.NONE ? Set.of() : Set.of(port),
                        Set.of(),
                        path == null ? List.of(PathPattern.ANY) : List.of(path));
            }
        };
    }

    private @Nullable Entry ofMembers(String rule, Map<String, Member> members, Place place) {
        Scalar written = Fields.scalar(members, "host");
        if (written == null) {
            return null;
        }
        HostPattern host = switch (Domains.host(written.text(), Fields.isTrue(members, "over_public_suffix"))) {
            case Parsed.Accepted<HostPattern>(var accepted) -> accepted;
            case Parsed.Rejected<HostPattern>(var why, int at) -> {
                bad(written, why, at);
                yield null;
            }
        };
        Set<Scheme> all = schemes(members);
        Set<Integer> ports = ports(members);
        Set<String> methods = words(members, "methods");
        List<PathPattern> paths = paths(members);
        boolean isTcp = all.stream().anyMatch(Scheme::isTcp);
        boolean alone = all.stream().allMatch(Scheme::isTcp) && methods.isEmpty() && paths.isEmpty();
        if (isTcp && (!alone || ports.isEmpty())) {
            error(
                    place,
                    DiagnosticCode.BAD_ENTRY,
                    "tcp stands alone among schemes, with ports, and has no methods and no paths");
            return null;
        }
        if (!methods.isEmpty() && all.stream().anyMatch(Scheme::isWebSocket)) {
            error(
                    place,
                    DiagnosticCode.BAD_ENTRY,
                    "methods: a WebSocket is opened by GET, so write another entry for it");
            return null;
        }
        return host == null
                ? null
                : new Entry(
                        rule,
                        written.text(),
                        host,
                        all,
                        ports,
                        methods,
                        paths.isEmpty() ? List.of(PathPattern.ANY) : paths);
    }

    private static Set<String> words(Map<String, Member> members, String key) {
        Set<String> words = new LinkedHashSet<>();
        Fields.texts(members, key).forEach(scalar -> words.add(scalar.text()));
        return words;
    }

    private static Set<Integer> ports(Map<String, Member> members) {
        Set<Integer> ports = new TreeSet<>();
        for (Scalar scalar : Fields.texts(members, "ports")) {
            Integer port = scalar.number();
            if (port != null) {
                ports.add(port);
            }
        }
        return ports;
    }

    private List<PathPattern> paths(Map<String, Member> members) {
        List<PathPattern> paths = new ArrayList<>();
        for (Scalar scalar : Fields.texts(members, "paths")) {
            switch (GrantPatterns.path(scalar.text())) {
                case Parsed.Accepted<PathPattern>(var path) -> paths.add(path);
                case Parsed.Rejected<PathPattern>(var why, int at) -> bad(scalar, why, at);
            }
        }
        return paths;
    }

    private void add(Entry entry, Place place) {
        int weight = entry.schemes().size()
                * Math.max(1, entry.ports().size())
                * entry.paths().size();
        if (requests.size() + webSockets.size() + weight > MAX_WEIGHT) {
            error(
                    place,
                    DiagnosticCode.TOO_MANY,
                    "allow_domains: more than " + MAX_WEIGHT + " combinations of scheme, port and path");
            return;
        }
        for (Scheme scheme : entry.schemes()) {
            for (PathPattern path : entry.paths()) {
                (scheme.isWebSocket() ? webSockets : requests).add(grant(entry, scheme, path));
            }
        }
    }

    private static Set<Scheme> schemes(Map<String, Member> members) {
        Set<Scheme> schemes = new LinkedHashSet<>();
        for (String word : words(members, "schemes")) {
            Scheme scheme = Scheme.of(word);
            schemes.add(scheme == null ? Scheme.HTTPS : scheme);
        }
        return schemes.isEmpty() ? Set.of(Scheme.HTTPS) : schemes;
    }

    private static Grant.Net grant(Entry entry, Scheme scheme, PathPattern path) {
        return new Grant.Net(
                Grant.Source.LEASE,
                entry.rule(),
                scheme.isTcp() ? Set.of(RequestKind.CONNECT) : CARRIED,
                scheme.covered(),
                entry.host(),
                entry.ports().isEmpty() ? Set.of(scheme.defaultPort()) : entry.ports(),
                entry.methods(),
                path,
                null,
                Mode.ENFORCE,
                entry.shown());
    }

    private @Nullable Entry bad(Scalar scalar, String why, int at) {
        Place place = scalar.at(at);
        error(place, DiagnosticCode.BAD_ENTRY, Findings.quote(scalar.text()) + ": " + why);
        return null;
    }

    private void error(Place place, DiagnosticCode code, String message) {
        findings.error(place, code, message, null);
    }
}
