package io.sallyport.leasebridge.accesslist;

import static io.sallyport.documents.Shape.list;
import static io.sallyport.documents.Shape.object;
import static io.sallyport.documents.Shape.text;
import static io.sallyport.documents.Shape.words;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Place;
import io.sallyport.documents.Shape;
import io.sallyport.model.host.Cidr;
import io.sallyport.model.text.Parsed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads the egress rules of Pipelock's portable policy, of which the first that matches decides. In its specification
 * {@code *.NAME} is every name below {@code NAME} and not that name; Pipelock's own matching takes that name, too. So
 * an allowance is read without it, and a denial with it.
 */
record PipelockPolicy(ImportFindings findings) {
    private static final Shape ANYTHING = (_, _, _) -> {};
    private static final Shape RULE = object(Map.of(
            "!name", text(),
            "domains", list(text()),
            "cidrs", list(text()),
            "!action", words("allow", "deny")));
    private static final Shape DOCUMENT = object(Map.of(
            "!policy_version",
            text(version -> version.matches("0(\\.[0-9]+){1,2}"), "0.1"),
            "name",
            text(),
            "description",
            text(),
            "!egress",
            object(Map.of("default", words("allow", "deny"), "rules", list(RULE))),
            "dlp",
            ANYTHING,
            "response",
            ANYTHING,
            "mcp",
            ANYTHING,
            "audit",
            ANYTHING));
    private static final List<String> OTHERS = List.of("dlp", "response", "mcp");

    AccessRules read(Members document) {
        DOCUMENT.check(document, Shape.ROOT, findings.document());
        if (findings.hasErrors()) {
            return new AccessRules(List.of());
        }
        for (String section : OTHERS) {
            Member member = document.members().get(section);
            if (member != null) {
                String message = section + ": is not carried over: see findings and guardrails";
                findings.warn(member.keyPlace(), DiagnosticCode.NO_EFFECT, message);
            }
        }
        Map<String, Member> egress = Fields.members(document.members(), "egress");
        List<AccessRule> rules = new ArrayList<>();
        Fields.items(egress, "rules").forEach(rule -> add(rules, Fields.members(rule)));
        Scalar otherwise = Fields.scalar(egress, "default");
        if (otherwise != null && otherwise.text().equals("allow")) {
            findings.leaveOut(otherwise.place(), DiagnosticCode.BROAD_PATTERN, "default: allow: every other host");
        }
        return new AccessRules(rules);
    }

    private void add(List<AccessRule> rules, Map<String, Member> rule) {
        boolean allows = Fields.text(rule, "action").equals("allow");
        for (Scalar domain : Fields.texts(rule, "domains")) {
            List<HostSet> hosts = findings.meant(hosts(domain.text(), allows), domain.text(), domain.place(), allows);
            if (hosts != null) {
                rules.add(rule(domain.place(), allows, new HostUnion(hosts)));
            }
        }
        for (Scalar block : Fields.texts(rule, "cidrs")) {
            Cidr addresses = findings.meant(Cidr.parse(block.text()), block.text(), block.place(), allows);
            if (addresses != null && CidrRule.isCarried(addresses, block.place(), allows, findings)) {
                rules.add(rule(block.place(), allows, new HostUnion(List.of(new HostSet.Block(addresses)))));
            }
        }
    }

    private static AccessRule rule(Place place, boolean allows, HostUnion hosts) {
        return new AccessRule(place, allows, List.of(new AccessCondition.Hosts(hosts, false)));
    }

    private static Parsed<List<HostSet>> hosts(String written, boolean allows) {
        if (!written.startsWith("*.")) {
            return HostSet.one(written).map(List::of);
        }
        String name = written.substring(2);
        return switch (HostSet.below(name)) {
            case Parsed.Accepted(HostSet below) ->
                allows
                        ? new Parsed.Accepted<>(List.of(below))
                        : HostSet.one(name).map(one -> List.of(one, below));
            case Parsed.Rejected(String why, int at) -> new Parsed.Rejected<>(why, at);
        };
    }
}
