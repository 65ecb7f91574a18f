package io.sallyport.leasebridge.limit;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Findings;
import io.sallyport.documents.NearestName;
import io.sallyport.model.host.HostPattern;
import io.sallyport.model.text.Parsed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code hosts} of {@code lease_constraints}. Errors are reported and skipped. Confined to its thread. */
public record HostCeilings(Findings findings) {
    private static final String REQUESTS = "max_requests";
    private static final String BYTES = "max_bytes";
    private static final List<String> LIMITS = List.of(REQUESTS, BYTES);

    /** Returns the ceilings in order of appearance; complete only if the findings contain no error. */
    public List<HostCeiling> read(DocumentNode node) {
        List<HostCeiling> ceilings = new ArrayList<>();
        Map<String, Member> members = members(node, "hosts");
        if (members.size() > HostCeiling.MAX_CEILINGS) {
            String message = "%d hosts (at most %d)".formatted(members.size(), HostCeiling.MAX_CEILINGS);
            findings.error(node.place(), DiagnosticCode.TOO_MANY, message, null);
        }
        members.forEach((written, member) -> {
            switch (HostCeiling.read(written)) {
                case Parsed.Rejected<HostPattern>(String why, int _) -> {
                    String message = Findings.quote(written) + ": " + why;
                    String help = "name a host, or all below a name, as *.example.com";
                    findings.error(member.keyPlace(), DiagnosticCode.BAD_PATTERN, message, help);
                }
                case Parsed.Accepted<HostPattern>(HostPattern hosts) -> add(ceiling(hosts, member), member, ceilings);
            }
        });
        return ceilings;
    }

    private void add(HostCeiling ceiling, Member member, List<HostCeiling> ceilings) {
        if (ceilings.stream().anyMatch(other -> other.hosts().equals(ceiling.hosts()))) {
            String message = ceiling.name() + " has a ceiling already";
            findings.error(member.keyPlace(), DiagnosticCode.DUPLICATE_ENTRY, message, null);
        }
        ceilings.add(ceiling);
    }

    private HostCeiling ceiling(HostPattern hosts, Member member) {
        Map<String, Member> limits = members(member.value(), "a ceiling");
        limits.forEach((name, limit) -> {
            if (!LIMITS.contains(name)) {
                String nearest = NearestName.help(name, LIMITS);
                String help = nearest == null ? "only max_requests and max_bytes are" : nearest;
                findings.error(
                        limit.keyPlace(), DiagnosticCode.UNKNOWN_MEMBER, Findings.quote(name) + " is no limit", help);
            }
        });
        Long requests = number(REQUESTS, limits.get(REQUESTS), HostCeiling.MAX_REQUESTS);
        Long bytes = number(BYTES, limits.get(BYTES), HostCeiling.MAX_BYTES);
        if (requests == null && bytes == null && !findings.hasErrors()) {
            String message = "the ceiling limits nothing";
            findings.error(member.keyPlace(), DiagnosticCode.BAD_VALUE, message, "name max_requests or max_bytes");
        }
        return new HostCeiling(hosts, requests, bytes);
    }

    private @Nullable Long number(String name, @Nullable Member member, long most) {
        if (member == null || (member.value() instanceof Scalar scalar && scalar.isNull())) {
            return null;
        }
        if (member.value() instanceof Scalar scalar
                && !scalar.isString()
                && scalar.text().matches("[1-9][0-9]{0,14}")
                && Long.parseLong(scalar.text()) <= most) {
            return Long.valueOf(scalar.text());
        }
        findings.error(
                member.value().place(),
                DiagnosticCode.BAD_VALUE,
                name + " is no such number",
                "write a number from 1 to " + most);
        return null;
    }

    private Map<String, Member> members(DocumentNode node, String what) {
        if (node instanceof Members(Map<String, Member> members, var _)) {
            return members;
        }
        findings.error(node.place(), DiagnosticCode.NOT_AN_OBJECT, what + " is a JSON object", null);
        return Map.of();
    }
}
