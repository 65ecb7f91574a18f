package io.sallyport.leasebridge;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.DocumentNode.Style;
import io.sallyport.documents.Findings;
import io.sallyport.documents.JsonReader;
import io.sallyport.documents.NearestName;
import io.sallyport.documents.Place;
import io.sallyport.leasebridge.LeaseText.Constraints;
import io.sallyport.leasebridge.LeaseText.Listed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the JSON of leases: lists of strings by name. Errors of structure are reported and skipped, so that one reading
 * finds all of them. Confined to its thread.
 */
record LeaseJson(Findings findings) {
    private static final String LEASE = "lease";
    private static final String CONSTRAINTS = "lease_constraints";
    private static final String CAMEL_CASE = "leaseConstraints";

    private static final String EXPIRES_AT = "expires_at";
    private static final String MAX_USES = "max_uses";
    private static final String HOSTS = "hosts";

    private static final List<String> MEMBERS = List.of(LEASE, CONSTRAINTS);
    private static final List<String> LIMITS = List.of(EXPIRES_AT, MAX_USES, HOSTS);

    private static final JsonReader.Bounds BOUNDS = JsonReader.Bounds.ofBytes(1 << 20);

    /** Reads a lease object; null if the text is not a JSON object. */
    static @Nullable LeaseText readLease(String json, Findings findings) {
        DocumentNode root = JsonReader.read(json, BOUNDS, findings);
        return root == null ? null : new LeaseText(new LeaseJson(findings).capabilities(root), null);
    }

    /** Reads {@code {"lease", "lease_constraints"}}, or a bare lease object. */
    static @Nullable LeaseText readFile(String json, Findings findings) {
        DocumentNode root = JsonReader.read(json, BOUNDS, findings);
        return root == null ? null : new LeaseJson(findings).file(root);
    }

    /** Reads a constraints object. */
    static @Nullable Constraints readConstraints(String json, Findings findings) {
        DocumentNode root = JsonReader.read(json, BOUNDS, findings);
        return root == null ? null : new LeaseJson(findings).constraints(root);
    }

    /** Splits a file into its parts, as text. */
    static LeaseFile.@Nullable Parts split(String json, Findings findings) {
        DocumentNode root = JsonReader.read(json, BOUNDS.embedding(LEASE, CONSTRAINTS), findings);
        return root == null ? null : new LeaseJson(findings).parts(root, json);
    }

    private @Nullable LeaseText file(DocumentNode root) {
        Map<String, Member> members = members(root, "a lease");
        Member lease = members.get(LEASE);
        Member constraints = members.get(CONSTRAINTS);
        if (lease == null && constraints == null) {
            return root instanceof Members ? new LeaseText(capabilities(root), null) : null;
        }
        if (lease == null) {
            findings.error(Place.START, DiagnosticCode.NOT_A_LEASE, "lease is missing", null);
        }
        refuseOthers(members);
        return new LeaseText(
                lease == null ? List.of() : capabilities(lease.value()),
                constraints == null ? null : constraints(constraints.value()));
    }

    private void refuseOthers(Map<String, Member> members) {
        members.forEach((name, member) -> {
            if (!name.equals(LEASE) && !name.equals(CONSTRAINTS)) {
                String message = Findings.quote(name) + " stands beside lease and lease_constraints";
                findings.error(
                        member.keyPlace(), DiagnosticCode.UNKNOWN_MEMBER, message, NearestName.help(name, MEMBERS));
            }
        });
    }

    /** Returns help for a member that is spelled as in other protocols, or null. */
    static @Nullable String spelling(String member) {
        return member.equals(CAMEL_CASE) ? "write lease_constraints" : null;
    }

    private LeaseFile.@Nullable Parts parts(DocumentNode root, String json) {
        Map<String, Member> members = members(root, "a lease");
        Member lease = members.get(LEASE);
        if (lease == null) {
            return root instanceof Members ? LeaseFile.Parts.bare(json) : null;
        }
        refuseOthers(members);
        Member constraints = members.get(CONSTRAINTS);
        return new LeaseFile.Parts(
                text(lease),
                lease.value().place(),
                constraints == null ? null : text(constraints),
                constraints == null ? Place.START : constraints.value().place());
    }

    private static String text(Member member) {
        if (member.value() instanceof Scalar(var text, var style, var _) && style == Style.EMBEDDED) {
            return text;
        }
        throw new IllegalStateException("the reader keeps this member as text");
    }

    private List<Listed> capabilities(DocumentNode lease) {
        List<Listed> found = new ArrayList<>();
        members(lease, "a lease")
                .forEach(
                        (name, member) -> found.add(new Listed(name, member.keyPlace(), values(name, member.value()))));
        return found;
    }

    private List<Scalar> values(String name, DocumentNode value) {
        List<Scalar> values = new ArrayList<>();
        if (value instanceof Items(var items, var _)) {
            for (DocumentNode item : items) {
                Scalar text = string(item, Findings.quote(name) + " holds something else");
                if (text != null) {
                    values.add(text);
                }
            }
        } else {
            String message = Findings.quote(name) + " is not a list of strings";
            findings.error(value.place(), DiagnosticCode.NOT_A_LIST, message, null);
        }
        return values;
    }

    private Constraints constraints(DocumentNode node) {
        if (node instanceof Scalar scalar && scalar.isNull()) {
            return Constraints.NONE;
        }
        Map<String, Member> members = members(node, CONSTRAINTS);
        members.forEach((name, member) -> {
            if (!LIMITS.contains(name)) {
                String message = Findings.quote(name) + " is no constraint";
                String nearest = NearestName.help(name, LIMITS);
                String help = nearest == null ? "only expires_at, max_uses and hosts are" : nearest;
                findings.error(member.keyPlace(), DiagnosticCode.UNKNOWN_MEMBER, message, help);
            }
        });
        Scalar expiry = limit(members.get(EXPIRES_AT));
        Member hosts = members.get(HOSTS);
        return new Constraints(
                expiry == null ? null : string(expiry, EXPIRES_AT),
                limit(members.get(MAX_USES)),
                hosts == null || (hosts.value() instanceof Scalar scalar && scalar.isNull()) ? null : hosts.value());
    }

    /** Returns the value of a limit that is set; null where it is left out, or null itself. */
    private @Nullable Scalar limit(@Nullable Member member) {
        if (member == null) {
            return null;
        }
        if (member.value() instanceof Scalar scalar) {
            return scalar.isNull() ? null : scalar;
        }
        findings.error(member.value().place(), DiagnosticCode.BAD_VALUE, "a limit is one value", null);
        return null;
    }

    /** Returns the members of an object; reports an error and returns none if the node is something else. */
    private Map<String, Member> members(DocumentNode node, String what) {
        if (node instanceof Members(var members, var _)) {
            return members;
        }
        findings.error(node.place(), DiagnosticCode.NOT_AN_OBJECT, what + " is a JSON object", null);
        return Map.of();
    }

    private @Nullable Scalar string(DocumentNode node, String what) {
        if (node instanceof Scalar scalar && scalar.isString()) {
            return scalar;
        }
        findings.error(node.place(), DiagnosticCode.NOT_A_STRING, what + ": a string is wanted", null);
        return null;
    }
}
