package io.sallyport.leasebridge.network;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import io.sallyport.leasebridge.network.PolicyEndpoint.Allow;
import io.sallyport.leasebridge.network.PolicyEndpoint.Protocol;
import io.sallyport.model.PathPattern;
import io.sallyport.model.condition.Conditions;
import io.sallyport.model.condition.Quantifier;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One rule of an endpoint as written. Confined to one reading.
 *
 * @param name such as {@code policy:api.endpoints[0].rules[0]}
 * @param said its fields
 * @param denies whether it is one of {@code deny_rules}
 */
record RuleEntry(String name, Place place, Map<String, Member> said, boolean denies) {
    /** Returns how many of several values a rule must match: an allow all, a deny any. */
    Quantifier of() {
        return denies ? Quantifier.ANY : Quantifier.ALL;
    }

    /** Returns the word that leads to it, for messages. */
    String word() {
        return denies ? "deny_rules" : "allow";
    }

    /** Returns the text of a field; empty if it is missing. */
    String text(String field) {
        Scalar scalar = Fields.scalar(said, field);
        return scalar == null ? "" : scalar.text();
    }

    /** Returns the value of a field; null if it is missing. */
    @Nullable
    DocumentNode value(String field) {
        Member member = said.get(field);
        return member == null || (member.value() instanceof Scalar scalar && scalar.isNull()) ? null : member.value();
    }

    /** Returns the matcher of {@code params.name}, in whichever way it is written; null if there is none. */
    @Nullable
    DocumentNode parameterName() {
        Member nested = Fields.members(said, "params").get("name");
        return nested == null ? value("params.name") : nested.value();
    }

    /** Returns whether a text has wildcards. */
    static boolean isGlob(String text) {
        return text.chars().anyMatch(c -> "*?[]{}\\".indexOf(c) >= 0);
    }

    /** Returns this rule for every path. */
    Allow everywhere(Set<String> methods, Conditions conditions, String shown) {
        return new Allow(name, place, methods, PathPattern.ANY, conditions, shown);
    }

    void error(DiagnosticCode code, String message, @Nullable String help, Findings findings) {
        findings.error(place, code, word() + ": " + message, help);
    }

    /** Reports the fields that rules of that protocol do not have. */
    void refuseOthers(Protocol protocol, Set<String> known, Findings findings) {
        for (String field : new TreeSet<>(said.keySet())) {
            Member member = said.get(field);
            if (!known.contains(field) && member != null && value(field) != null) {
                String message = word() + "." + field + ": " + protocol.word() + " rules have only "
                        + String.join(", ", new TreeSet<>(known));
                findings.error(member.keyPlace(), DiagnosticCode.BAD_VALUE, message, null);
            }
        }
    }
}
