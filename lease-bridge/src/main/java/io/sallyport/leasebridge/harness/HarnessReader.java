package io.sallyport.leasebridge.harness;

import io.sallyport.leasebridge.Findings;
import io.sallyport.leasebridge.Place;
import io.sallyport.leasebridge.yaml.Fields;
import io.sallyport.leasebridge.yaml.Rule;
import io.sallyport.leasebridge.yaml.YamlNode;
import io.sallyport.leasebridge.yaml.YamlReader;
import io.sallyport.model.Diagnostic;
import io.sallyport.model.Grant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads harness files (specs: fetch, section 12). The whole file is judged; what the gateway takes from it is the
 * allowlist. Nothing that the file names is opened: what would have to be opened to know what is granted refuses it.
 */
public final class HarnessReader {
    private HarnessReader() {}

    /** A harness, or why there is none. */
    public sealed interface Result {
        /** Errors refuse the document, warnings do not. */
        List<Diagnostic> diagnostics();
    }

    public record Read(Harness harness, List<Diagnostic> diagnostics) implements Result {}

    public record Refused(List<Diagnostic> diagnostics) implements Result {}

    /**
     * Reads a harness.
     *
     * @param file the name for diagnostics, as {@code harness}
     * @param allowlistGet whether the allowlist grants GET and HEAD through the proxy as well
     */
    public static Result read(String file, String yaml, boolean allowlistGet) {
        Findings findings = new Findings(file);
        YamlNode root = YamlReader.read(yaml, findings);
        if (root == null) {
            return new Refused(findings.all());
        }
        if (!(root instanceof YamlNode.Members(var members, var _))) {
            findings.error(root.place(), "BAD_VALUE", "a harness is a mapping", null);
            return new Refused(findings.all());
        }
        HarnessShape.HARNESS.check(root, Rule.ROOT, findings);
        List<AllowlistEntry> entries = entries(members, findings);
        if (!findings.hasErrors()) {
            new HarnessRules(members, entries, findings).check();
        }
        return findings.hasErrors()
                ? new Refused(findings.all())
                : new Read(harness(members, entries, allowlistGet), findings.all());
    }

    private static List<AllowlistEntry> entries(Map<String, YamlNode.Member> members, Findings findings) {
        List<AllowlistEntry> entries = new ArrayList<>();
        for (YamlNode.Scalar scalar : Fields.texts(members, "allowed_remote_resources")) {
            switch (AllowlistEntry.parse(scalar.text())) {
                case AllowlistEntry.Accepted(var entry) -> entries.add(entry);
                case AllowlistEntry.Rejected(var why, int at) -> {
                    Place place = scalar.plain() ? scalar.place().plus(at) : scalar.place();
                    findings.error(place, "BAD_ENTRY", Findings.quote(scalar.text()) + ": " + why, null);
                }
            }
        }
        return entries;
    }

    private static Harness harness(
            Map<String, YamlNode.Member> members, List<AllowlistEntry> entries, boolean allowlistGet) {
        List<Grant> grants = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            String rule = "harness:allowed_remote_resources[" + i + "]";
            grants.add(entries.get(i).fetchGrant(rule));
            if (allowlistGet) {
                grants.add(entries.get(i).getGrant(rule));
            }
        }
        YamlNode.Scalar most = Fields.scalar(members, "max_runtime_fetches");
        Integer number = most == null ? null : most.number();
        return new Harness(
                textOf(Fields.scalar(members, "agent")),
                textOf(Fields.scalar(members, "role")),
                Fields.isTrue(members, "allow_runtime_fetch"),
                number == null ? Harness.DEFAULT_RUNTIME_FETCHES : number,
                grants);
    }

    private static String textOf(YamlNode.@Nullable Scalar scalar) {
        return scalar == null ? "" : scalar.text();
    }
}
