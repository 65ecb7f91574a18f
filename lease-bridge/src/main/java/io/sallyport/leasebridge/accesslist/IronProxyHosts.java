package io.sallyport.leasebridge.accesslist;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import io.sallyport.documents.Shape;
import io.sallyport.leasebridge.provider.IronProxyGlobs;
import io.sallyport.leasebridge.provider.IronProxyRule;
import io.sallyport.leasebridge.provider.IronProxyShape;
import io.sallyport.model.text.Parsed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the transform {@code allowlist} of iron-proxy. It looks into each request, at every port that reaches it;
 * without the transform everything passes.
 */
record IronProxyHosts(AccessListSettings settings, ImportFindings findings) {
    /** Transforms that add something to requests, and refuse none. */
    private static final Set<String> ADDING =
            Set.of("secrets", "gcp_auth", "gcp_id_token", "aws_auth", "oauth_token", "hmac_sign", "annotate");

    private static final Set<String> REFUSING = Set.of("mcp", "mcp_gateway", "postgres");

    AccessGrants read(Members document) {
        IronProxyShape.DOCUMENT.check(document, Shape.ROOT, findings.document());
        List<Member> lists = new ArrayList<>();
        for (DocumentNode transform : Fields.items(document.members(), "transforms")) {
            Map<String, Member> fields = Fields.members(transform);
            Member config = fields.get("config");
            if (Fields.text(fields, "name").equals("allowlist") && config != null) {
                lists.add(config);
            } else {
                transform(transform.place(), Fields.text(fields, "name"), config);
            }
        }
        document.members().forEach((key, member) -> {
            if (REFUSING.contains(key)) {
                refuse(member.keyPlace(), key);
            }
        });
        if (lists.size() != 1) {
            String message = lists.isEmpty()
                    ? "no allowlist: everything passes, which no document says"
                    : "several allowlists, which all have to allow a request, have no equivalent";
            findings.refuse(document.place(), DiagnosticCode.NOT_EXACT, message, null);
        }
        List<ReachedHost> reaches =
                findings.hasErrors() ? List.of() : reaches(lists.getFirst().value());
        return new AccessGrants(reaches, List.of(), true);
    }

    private void transform(Place place, String name, @Nullable Member config) {
        if (!ADDING.contains(name) || (config != null && requires(config.value()))) {
            refuse(place, name);
        } else {
            String message = Findings.quote(name) + " is not carried over: see provider import";
            findings.warn(place, DiagnosticCode.NO_EFFECT, message);
        }
    }

    private void refuse(Place place, String word) {
        String message = Findings.quote(word) + " may refuse requests, and has no equivalent";
        findings.refuse(place, DiagnosticCode.NOT_THERE_YET, message, "provider import knows credentials");
    }

    /** Whether a request without its credential is refused. */
    private static boolean requires(DocumentNode node) {
        return switch (node) {
            case Scalar _ -> false;
            case Items(var items, var _) -> items.stream().anyMatch(IronProxyHosts::requires);
            case Members(var members, var _) ->
                Fields.isTrue(members, "require")
                        || members.values().stream().anyMatch(member -> requires(member.value()));
        };
    }

    private List<ReachedHost> reaches(DocumentNode config) {
        IronProxyShape.ALLOWLIST.check(config, "allowlist", findings.document());
        Map<String, Member> fields = Fields.members(config);
        Scalar warns = Fields.scalar(fields, "warn");
        if (warns != null && Fields.isTrue(fields, "warn")) {
            findings.narrow(warns.place(), "warn: what it does not list is refused here");
        }
        List<ReachedHost> reaches = new ArrayList<>();
        Fields.texts(fields, "domains").forEach(domain -> add(reaches, IronProxyRule.ofDomain(domain)));
        for (Scalar block : Fields.texts(fields, "cidrs")) {
            byAddress(block);
        }
        for (DocumentNode node : Fields.items(fields, "rules")) {
            Scalar block = Fields.scalar(Fields.members(node), "cidr");
            IronProxyRule rule = block == null ? IronProxyRule.read(node, findings.document()) : null;
            if (block != null) {
                byAddress(block);
            } else if (rule != null) {
                add(reaches, rule);
            }
        }
        if (!reaches.isEmpty()) {
            findings.narrow(reaches.getFirst().place(), settings.otherPorts());
        }
        reaches.stream().filter(reach -> mayLoseHead(reach, reaches)).forEach(reach -> {
            String message =
                    Findings.quote(reach.host()) + ": the rule has no HEAD, and takes it from other rules, too";
            findings.narrow(reach.place(), message);
        });
        return reaches;
    }

    /** A denial of HEAD beside GET holds for all rules of a host. */
    private static boolean mayLoseHead(ReachedHost reach, List<ReachedHost> reaches) {
        MethodSet methods = reach.access().methods();
        return methods.has("GET")
                && !methods.has("HEAD")
                && reaches.stream()
                        .anyMatch(other -> other.access().methods().has("HEAD")
                                && IronProxyGlobs.mayOverlap(other.host(), reach.host()));
    }

    private void byAddress(Scalar block) {
        String message = Findings.quote(block.text()) + ": a grant by the address of a name; name the hosts";
        findings.leaveOut(block.place(), DiagnosticCode.NOT_EXACT, message);
    }

    private void add(List<ReachedHost> reaches, IronProxyRule rule) {
        List<String> paths = new ArrayList<>();
        for (Scalar path : rule.paths()) {
            List<String> granted =
                    findings.meant(IronProxyGlobs.grantedPaths(path.text()), path.text(), path.place(), true);
            if (granted != null) {
                paths.addAll(granted);
            }
        }
        List<String> hosts = hosts(rule);
        if (hosts == null || (paths.isEmpty() && !rule.paths().isEmpty())) {
            return;
        }
        MethodSet methods = rule.methods().isEmpty() ? MethodSet.ALL : MethodSet.of(Set.copyOf(rule.methods()));
        GrantForm form = GrantForm.of(settings.form());
        for (String host : hosts) {
            CellAccess access = new CellAccess(true, methods);
            GrantForm.Carried carried =
                    form.carried(new ReachedHost(rule.place(), host, settings.ports(), access, paths), true);
            if (carried.reach() == null) {
                String message = Findings.quote(host) + ": " + carried.why();
                findings.leaveOut(rule.place(), DiagnosticCode.NOT_EXACT, message);
            } else {
                reaches.add(carried.reach());
            }
        }
    }

    /** Returns the hosts; null after leaving the rule out. */
    private @Nullable List<String> hosts(IronProxyRule rule) {
        Parsed<List<String>> ascii =
                HostSet.host(rule.host().replace("*.", "")) instanceof Parsed.Rejected(var why, int at)
                        ? new Parsed.Rejected<>(why, at)
                        : IronProxyGlobs.bound(rule.host());
        return findings.meant(ascii, rule.host(), rule.place(), true);
    }
}
