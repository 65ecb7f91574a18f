package io.sallyport.leasebridge.provider;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import io.sallyport.documents.MembersBuilder;
import io.sallyport.documents.NearestName;
import io.sallyport.documents.Place;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Translates the fields of an endpoint of a profile of OpenShell. They are those of a network policy, except that the
 * bound of JSON-RPC bodies stands in the endpoint itself, that a matcher may be {@code {glob: ...}}, and that the
 * protocol without a word is {@code rest} where something is said of requests. Unknown keys are reported and left out.
 */
record OpenShellFields(Findings findings) {
    private static final Set<String> OF_REQUESTS = Set.of("access", "rules", "deny_rules", "path", "enforcement");
    private static final Set<String> MATCHERS = Set.of("operation_name", "tool", "params.name");
    private static final Set<String> PERSISTED = Set.of("operation_type", "operation_name", "fields");

    /**
     * Allows credentials beside an endpoint that is not looked into. Here none is ever filled in there, whatever it
     * says.
     */
    private static final String UNINSPECTED = "allow_uninspected_credentials";

    /** Says what becomes of credentials there, which is the provider's to say here. */
    private static final Set<String> OF_CREDENTIALS = Set.of(
            UNINSPECTED,
            "credential_signing",
            "signing_service",
            "signing_region",
            "websocket_credential_rewrite",
            "request_body_credential_rewrite");

    /** Returns the endpoint of a network policy. */
    Members ofPolicy(Members written) {
        var endpoint = new MembersBuilder(written.place());
        known(written, OpenShellShape.ENDPOINT, "endpoint").forEach((key, member) -> {
            DocumentNode value = member.value();
            if (OF_CREDENTIALS.contains(key)) {
                return;
            }
            switch (key) {
                case "json_rpc_max_body_bytes" ->
                    endpoint.put(
                            "json_rpc",
                            new MembersBuilder(value.place())
                                    .put("max_body_bytes", value)
                                    .build());
                case "rules" -> endpoint.put(key, rules(value, key));
                case "deny_rules" -> endpoint.put(key, denials(value, key));
                case "mcp" -> endpoint.put(key, only(value, OpenShellShape.MCP, key));
                case "graphql_persisted_queries" -> endpoint.put(key, persisted(value));
                default -> endpoint.put(key, value);
            }
        });
        boolean saysProtocol = !Fields.text(written.members(), "protocol").isEmpty();
        if (!saysProtocol && written.members().keySet().stream().anyMatch(OF_REQUESTS::contains)) {
            endpoint.text("protocol", "rest");
        }
        return endpoint.build();
    }

    private Map<String, Member> known(Members of, Set<String> keys, String name) {
        of.members().forEach((key, member) -> {
            if (!keys.contains(key)) {
                String message = Findings.quote(key) + " is no key of " + name;
                findings.error(member.keyPlace(), DiagnosticCode.UNKNOWN_KEY, message, NearestName.help(key, keys));
            }
        });
        Map<String, Member> known = new LinkedHashMap<>(of.members());
        known.keySet().retainAll(keys);
        return known;
    }

    private DocumentNode only(DocumentNode node, Set<String> keys, String name) {
        if (!(node instanceof Members members)) {
            return node;
        }
        var only = new MembersBuilder(node.place());
        known(members, keys, name).forEach((key, member) -> only.put(key, member.value()));
        return only.build();
    }

    private DocumentNode persisted(DocumentNode node) {
        if (!(node instanceof Members(var queries, var place))) {
            return node;
        }
        var all = new MembersBuilder(place);
        queries.forEach((id, query) -> all.put(id, only(query.value(), PERSISTED, "a persisted query")));
        return all.build();
    }

    private DocumentNode rules(DocumentNode node, String name) {
        return each(node, name, rule -> {
            DocumentNode known = only(rule, Set.of("allow"), "a rule");
            Member allow = Fields.members(known).get("allow");
            return allow == null
                    ? known
                    : new MembersBuilder(rule.place())
                            .put("allow", matchers(allow.value()))
                            .build();
        });
    }

    private DocumentNode denials(DocumentNode node, String name) {
        return each(node, name, this::matchers);
    }

    private DocumentNode each(DocumentNode node, String name, UnaryOperator<DocumentNode> form) {
        if (!(node instanceof Items(var items, Place place))) {
            return node;
        }
        if (items.isEmpty()) {
            findings.error(place, DiagnosticCode.BAD_VALUE, name + ": an empty list says nothing", null);
        }
        return new Items(items.stream().map(form).toList(), place);
    }

    private DocumentNode matchers(DocumentNode rule) {
        if (!(rule instanceof Members members)) {
            return rule;
        }
        var said = new MembersBuilder(rule.place());
        known(members, OpenShellShape.ALLOW, "a rule").forEach((key, member) -> {
            DocumentNode value = member.value();
            if (value instanceof Members(var fields, Place place) && (key.equals("query") || key.equals("params"))) {
                var matched = new MembersBuilder(place);
                fields.forEach((name, each) -> matched.put(name, matcher(each.value())));
                said.put(key, matched.build());
            } else {
                said.put(key, MATCHERS.contains(key) ? matcher(value) : value);
            }
        });
        return said.build();
    }

    /** In a network policy a glob stands by itself. */
    private static DocumentNode matcher(DocumentNode matcher) {
        Map<String, Member> members = Fields.members(matcher);
        Member glob = members.get("glob");
        return members.size() == 1 && glob != null ? glob.value() : matcher;
    }
}
