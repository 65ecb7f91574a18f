package io.sallyport.leasebridge.accesslist;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.DocumentNode.Style;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import io.sallyport.documents.YamlReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the domains of GitHub's agent firewall: a list of lines and commas, as {@code --allow-domains-file} reads it,
 * or its configuration, which also has domains to block.
 *
 * @param allowed with their places, trimmed
 * @param blocked likewise
 */
record AwfDomains(List<Scalar> allowed, List<Scalar> blocked) {
    /** A line of a configuration; a list has no colon but in a protocol. */
    private static final Pattern CONFIGURATION = Pattern.compile("(?m)^\\s*(?:\\{|[\"']?[$\\w]+[\"']?\\s*:(?:\\s|$))");

    private static final Pattern ENTRY = Pattern.compile("[^,]+");

    AwfDomains {
        allowed = List.copyOf(allowed);
        blocked = List.copyOf(blocked);
    }

    static AwfDomains read(String text, ImportFindings findings) {
        return CONFIGURATION.matcher(text).find()
                ? ofConfiguration(text, findings)
                : new AwfDomains(ofLines(text, findings), List.of());
    }

    private static AwfDomains ofConfiguration(String text, ImportFindings findings) {
        AwfDomains none = new AwfDomains(List.of(), List.of());
        if (!(YamlReader.read(text, findings.document()) instanceof Members document)) {
            return none;
        }
        Member section = document.members().get("network");
        if (section == null) {
            findings.refuse(document.place(), DiagnosticCode.MISSING_KEY, "network is missing", null);
            return none;
        }
        document.members().forEach((key, member) -> {
            if (!key.equals("network") && !key.equals("$schema")) {
                findings.warn(member.keyPlace(), DiagnosticCode.NO_EFFECT, key + ": is not carried over");
            }
        });
        Map<String, Member> network = Fields.members(section.value());
        return new AwfDomains(Fields.texts(network, "allowDomains"), Fields.texts(network, "blockDomains"));
    }

    private static List<Scalar> ofLines(String text, ImportFindings findings) {
        List<Scalar> entries = new ArrayList<>();
        if (text.length() > YamlReader.MAX_BYTES) {
            findings.refuse(Place.START, DiagnosticCode.TOO_LARGE, "the document is larger than 1 MiB", null);
            return entries;
        }
        String[] lines = text.split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            int comment = lines[i].indexOf('#');
            Matcher entry = ENTRY.matcher(comment < 0 ? lines[i] : lines[i].substring(0, comment));
            while (entry.find()) {
                String written = entry.group().strip();
                if (!written.isEmpty()) {
                    int column = entry.start() + entry.group().indexOf(written);
                    entries.add(new Scalar(written, Style.PLAIN, new Place(i + 1, column + 1)));
                }
            }
        }
        if (entries.size() > YamlReader.MAX_NODES) {
            String message = "more than " + YamlReader.MAX_NODES + " domains, as of "
                    + Findings.quote(entries.getLast().text());
            findings.refuse(Place.START, DiagnosticCode.TOO_LARGE, message, null);
        }
        return entries;
    }
}
