package io.sallyport.leasebridge.provider;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import io.sallyport.documents.MembersBuilder;
import io.sallyport.documents.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A rule of iron-proxy's transforms. It applies to every port there, and to 443 here.
 *
 * @param methods in capitals, sorted; empty for any
 * @param paths as written; empty for every path
 */
public record IronProxyRule(Place place, String host, List<String> methods, List<Scalar> paths) {
    private static final int HTTPS = 443;

    /** Returns the rule that a domain of an allowlist means. */
    public static IronProxyRule ofDomain(Scalar domain) {
        return new IronProxyRule(domain.place(), domain.text().toLowerCase(Locale.ROOT), List.of(), List.of());
    }

    public static @Nullable IronProxyRule read(DocumentNode node, Findings findings) {
        IronProxyShape.RULE.check(node, "rule", findings);
        Map<String, Member> fields = Fields.members(node);
        Scalar host = Fields.scalar(fields, "host");
        Member block = fields.get("cidr");
        if (block != null) {
            String message = "cidr: a grant by the address of a name is not there yet";
            findings.error(block.keyPlace(), DiagnosticCode.NOT_THERE_YET, message, "name the hosts");
        } else if (host == null) {
            findings.error(node.place(), DiagnosticCode.MISSING_KEY, "rule: host is missing", null);
        }
        List<String> methods = Fields.texts(fields, "methods").stream()
                .map(method -> method.text().toUpperCase(Locale.ROOT))
                .distinct()
                .sorted()
                .toList();
        boolean any = methods.equals(List.of("*"));
        if (methods.contains("*") && !any) {
            findings.error(node.place(), DiagnosticCode.BAD_VALUE, "methods: * stands alone", null);
        }
        return host == null || findings.hasErrors()
                ? null
                : new IronProxyRule(
                        host.place(),
                        host.text().toLowerCase(Locale.ROOT),
                        any ? List.of() : methods,
                        Fields.texts(fields, "paths"));
    }

    /** Returns the endpoints that a credential is bound to. */
    List<String> bound(Findings findings) {
        List<String> hosts = Equivalent.of(host, IronProxyGlobs.bound(host), List.of(), place, findings);
        List<String> exact = new ArrayList<>();
        for (Scalar path : paths) {
            exact.add(Equivalent.of(path.text(), IronProxyGlobs.boundPath(path.text()), "", path.place(), findings));
        }
        return BoundTarget.texts(hosts, List.of(HTTPS), paths.isEmpty() ? List.of(BoundTarget.EVERY_PATH) : exact);
    }

    /** Returns the endpoints of a network policy. */
    List<Members> granted(Findings findings) {
        List<DocumentNode> rules = new ArrayList<>();
        for (Scalar path : paths) {
            List<String> exact = Equivalent.of(
                    path.text(), IronProxyGlobs.grantedPaths(path.text()), List.of(), path.place(), findings);
            exact.forEach(each -> addRules(path.place(), each, rules));
        }
        if (paths.isEmpty() && !methods.isEmpty()) {
            addRules(place, "**", rules);
        }
        return Equivalent.of(host, IronProxyGlobs.bound(host), List.of(), place, findings).stream()
                .map(each -> endpoint(each, rules))
                .toList();
    }

    private void addRules(Place at, String path, List<DocumentNode> rules) {
        for (String method : methods.isEmpty() ? List.of("*") : methods) {
            Members allow = new MembersBuilder(at)
                    .text("method", method)
                    .text("path", path)
                    .build();
            rules.add(new MembersBuilder(at).put("allow", allow).build());
        }
    }

    private Members endpoint(String granted, List<DocumentNode> rules) {
        var endpoint = new MembersBuilder(place)
                .text("host", granted)
                .number("port", HTTPS)
                .text("protocol", "rest");
        return rules.isEmpty()
                ? endpoint.text("access", "full").build()
                : endpoint.items("rules", rules).build();
    }
}
