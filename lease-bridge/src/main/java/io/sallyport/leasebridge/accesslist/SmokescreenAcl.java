package io.sallyport.leasebridge.accesslist;

import static io.sallyport.documents.Shape.list;
import static io.sallyport.documents.Shape.object;
import static io.sallyport.documents.Shape.text;
import static io.sallyport.documents.Shape.truth;
import static io.sallyport.documents.Shape.words;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Shape;
import io.sallyport.model.text.Parsed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads an ACL of Smokescreen for one service. What the service allows passes even if it is denied globally; then come
 * the global denials and allowances, and at last the action. {@code *.NAME} is every name below {@code NAME}, at any
 * depth, and not that name. Ports are not looked at.
 */
record SmokescreenAcl(AccessListSettings settings, ImportFindings findings) {
    private static final Shape TEXTS = list(text());
    private static final Shape RULE = object(Map.of(
            "name", text(),
            "project", text(),
            "!action", words("open", "report", "enforce"),
            "allowed_domains", TEXTS,
            "allowed_external_proxies", TEXTS,
            "mitm_domains",
                    list(object(Map.of(
                            "!domain", text(),
                            "add_headers", Shape.map(text()),
                            "detailed_http_logs", truth(),
                            "detailed_http_logs_full_headers", TEXTS)))));
    private static final Shape DOCUMENT = object(Map.of(
            "!version", words("v1"),
            "!services", list(RULE),
            "default", RULE,
            "global_deny_list", TEXTS,
            "global_allow_list", TEXTS));

    AccessRules read(Members document) {
        DOCUMENT.check(document, Shape.ROOT, findings.document());
        DocumentNode rule = findings.hasErrors() ? null : rule(document);
        return rule == null ? new AccessRules(List.of()) : rules(document.members(), rule);
    }

    private @Nullable DocumentNode rule(Members document) {
        List<DocumentNode> services = Fields.items(document.members(), "services");
        Member otherwise = document.members().get("default");
        String service = settings.service();
        if (service == null) {
            if (services.size() + (otherwise == null ? 0 : 1) == 1) {
                return otherwise == null ? services.getFirst() : otherwise.value();
            }
            String names =
                    services.stream().map(each -> Findings.quote(name(each))).collect(Collectors.joining(", "));
            findings.refuse(
                    document.place(),
                    DiagnosticCode.NOT_CHOSEN,
                    "there is more than one service: " + names,
                    "--service NAME; a name that is not listed has the default");
            return null;
        }
        DocumentNode found = services.stream()
                .filter(each -> name(each).equals(service))
                .findFirst()
                .orElse(otherwise == null ? null : otherwise.value());
        if (found == null) {
            String message = "no service is named " + Findings.quote(service) + ", and there is no default";
            findings.refuse(document.place(), DiagnosticCode.NOT_CHOSEN, message, null);
        }
        return found;
    }

    private static String name(DocumentNode service) {
        return Fields.text(Fields.members(service), "name");
    }

    private AccessRules rules(Map<String, Member> document, DocumentNode chosen) {
        Map<String, Member> rule = Fields.members(chosen);
        List<AccessRule> rules = new ArrayList<>();
        rules.addAll(each(Fields.texts(rule, "allowed_domains"), true));
        rules.addAll(each(Fields.texts(document, "global_deny_list"), false));
        rules.addAll(each(Fields.texts(document, "global_allow_list"), true));
        Scalar action = Fields.scalar(rule, "action");
        if (action != null && !action.text().equals("enforce")) {
            String message = "action " + action.text() + " lets every host pass: only what is listed passes here";
            findings.narrow(action.place(), message);
        }
        Stream.of("allowed_external_proxies", "mitm_domains")
                .map(rule::get)
                .filter(member -> member != null)
                .forEach(this::tell);
        return new AccessRules(rules);
    }

    private void tell(Member member) {
        String message = "proxies behind this one, headers that are added, and logs are not carried over";
        findings.warn(member.keyPlace(), DiagnosticCode.NO_EFFECT, message);
    }

    private List<AccessRule> each(List<Scalar> globs, boolean allows) {
        List<AccessRule> rules = new ArrayList<>();
        for (Scalar glob : globs) {
            HostSet hosts = findings.meant(hosts(glob.text()), glob.text(), glob.place(), allows);
            if (hosts != null) {
                rules.add(new AccessRule(glob.place(), allows, List.of(AccessCondition.Hosts.of(hosts))));
            }
        }
        return rules;
    }

    private static Parsed<HostSet> hosts(String glob) {
        return glob.startsWith("*.") ? HostSet.below(glob.substring(2)) : HostSet.one(glob);
    }
}
