package io.sallyport.leasebridge.accesslist;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import io.sallyport.documents.YamlReader;
import io.sallyport.leasebridge.accesslist.SquidLine.Word;
import io.sallyport.model.host.Cidr;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads ACLs and {@code http_access} of squid.conf. The first line whose ACLs all match decides; where none does, the
 * opposite of the last. Confined to one import.
 */
final class SquidConfig {
    /** What decides on requests besides, so that less would be refused without it. */
    private static final Set<String> REFUSING = Set.of(
            "http_access2",
            "adapted_http_access",
            "http_reply_access",
            "miss_access",
            "ssl_bump",
            "url_rewrite_program",
            "url_rewrite_access",
            "adaptation_access",
            "reply_body_max_size",
            "request_body_max_size",
            "include",
            "if",
            "else",
            "endif");

    /** Holds for each client that asks the gateway, since these lines are read for a sandbox. */
    private static final AccessCondition ALWAYS = AccessCondition.Hosts.of(new HostSet.Every());

    private static final AccessCondition NEVER = new AccessCondition.Hosts(new HostUnion(List.of()), false);

    private final AccessListSettings settings;
    private final ImportFindings findings;
    private final Map<String, SquidAcl> acls = new HashMap<>();
    private final List<AccessRule> rules = new ArrayList<>();
    private final Set<String> others = new TreeSet<>();
    private @Nullable Place firstOther;

    SquidConfig(AccessListSettings settings, ImportFindings findings) {
        this.settings = settings;
        this.findings = findings;
    }

    AccessRules read(String text) {
        if (text.length() > YamlReader.MAX_BYTES) {
            findings.refuse(Place.START, DiagnosticCode.TOO_LARGE, "the document is larger than 1 MiB", null);
            return new AccessRules(List.of());
        }
        List<SquidLine> access = new ArrayList<>();
        for (SquidLine line : SquidLine.read(text)) {
            switch (line.directive()) {
                case "acl" -> acl(line);
                case "http_access" -> access.add(line);
                default -> other(line);
            }
        }
        access.forEach(this::access); // a later line may add values to an ACL
        if (firstOther != null) {
            String message = "not about access: " + String.join(", ", others);
            findings.warn(firstOther, DiagnosticCode.NO_EFFECT, message);
        }
        AccessRule last = rules.isEmpty() ? null : rules.getLast();
        if (last == null) {
            findings.warn(Place.START, DiagnosticCode.GRANTS_NOTHING, "there is no http_access: nothing is granted");
        } else if (!last.allows() && !last.holdsAlways()) {
            String message = "what no line matches is allowed, as the opposite of the last one: every other host";
            findings.leaveOut(last.place(), DiagnosticCode.BROAD_PATTERN, message);
        }
        return new AccessRules(rules);
    }

    private void other(SquidLine line) {
        String directive = line.directive();
        if (REFUSING.contains(directive)) {
            String message = directive + ": decides on requests, too, and has no equivalent";
            findings.refuse(line.place(), DiagnosticCode.NOT_THERE_YET, message, null);
        } else if (others.size() < 20) {
            others.add(Findings.quote(directive));
            firstOther = firstOther == null ? line.place() : firstOther;
        }
    }

    private void acl(SquidLine line) {
        String name = line.word(1);
        String type = line.word(2);
        if (type.isEmpty()) {
            findings.refuse(line.place(), DiagnosticCode.BAD_VALUE, "acl NAME TYPE VALUE... is wanted", null);
            return;
        }
        SquidAcl acl = acls.computeIfAbsent(name, _ -> new SquidAcl(type));
        if (!acl.type().equals(type)) {
            String message = Findings.quote(name) + " is of the type " + Findings.quote(acl.type());
            findings.refuse(line.place(), DiagnosticCode.CONTRADICTION, message, null);
        } else {
            acl.add(line.from(3), findings);
        }
    }

    private void access(SquidLine line) {
        boolean allows = line.word(1).equals("allow");
        if (!allows && !line.word(1).equals("deny")) {
            String message = "http_access allow or deny, and ACLs, is wanted";
            findings.refuse(line.place(), DiagnosticCode.BAD_VALUE, message, null);
            return;
        }
        List<AccessCondition> conditions = new ArrayList<>();
        for (Word word : line.from(2)) {
            boolean isNot = word.text().startsWith("!");
            String name = isNot ? word.text().substring(1) : word.text();
            AccessCondition condition = condition(name, word.place());
            conditions.add(isNot ? new AccessCondition.Not(condition) : condition);
            tellOfUnknown(condition, name, word.place(), allows);
            SquidAcl acl = acls.get(name);
            if (acl != null) {
                acl.tellOfAddresses(word.place(), allows, findings);
            }
        }
        rules.add(new AccessRule(line.place(), allows, conditions));
    }

    private void tellOfUnknown(AccessCondition condition, String name, Place place, boolean allows) {
        if (condition instanceof AccessCondition.Unknown(String why)) {
            String message = Findings.quote(name) + " (" + why + ") is not known here";
            if (allows) {
                String help = SquidAcl.OF_CLIENTS.contains(why) ? "; --client " + name + " says that it holds" : "";
                findings.leaveOut(place, DiagnosticCode.NOT_EXACT, "the line, since " + message + help);
            } else {
                findings.narrow(place, "the line is taken to hold, since " + message);
            }
        }
    }

    /** Returns what an ACL says; some are there without being defined. */
    private AccessCondition condition(String name, Place place) {
        SquidAcl acl = acls.get(name);
        if (settings.clients().contains(name)) {
            boolean isOfClients = acl == null ? name.equals("localhost") : SquidAcl.OF_CLIENTS.contains(acl.type());
            if (!isOfClients) {
                String message = Findings.quote(name) + " is no ACL about the client (--client)";
                findings.refuse(place, DiagnosticCode.CONTRADICTION, message, null);
            }
            return ALWAYS;
        }
        if (acl != null) {
            return acl.condition();
        }
        return switch (name) {
            case "all" -> ALWAYS;
            case "manager" -> NEVER; // pages of Squid itself
            case "CONNECT" -> new AccessCondition.Methods(Set.of(AccessTarget.TUNNEL));
            case "localhost" -> new AccessCondition.Unknown("src");
            case "to_localhost" -> blocks("127.0.0.0/8", "0.0.0.0/8", "::1/128", "::/128");
            case "to_linklocal" -> blocks("169.254.0.0/16", "fe80::/10");
            default -> {
                String message = "there is no ACL " + Findings.quote(name);
                findings.refuse(place, DiagnosticCode.BAD_VALUE, message, null);
                yield new AccessCondition.Unknown("");
            }
        };
    }

    private static AccessCondition blocks(String... blocks) {
        List<HostSet> hosts = new ArrayList<>();
        for (String block : blocks) {
            hosts.add(new HostSet.Block(Cidr.of(block)));
        }
        return new AccessCondition.Hosts(new HostUnion(hosts), false);
    }
}
