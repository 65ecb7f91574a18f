package io.sallyport.leasebridge.provider;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a secret of iron-proxy comes from.
 *
 * @param name for the provider, made of what the source is called
 * @param secret null where the gateway has no such source
 */
record IronProxySource(String type, String name, @Nullable ImportedSecret secret) {
    private static final List<String> NAMES = List.of("var", "path", "secret_id", "name", "secret_ref");

    static @Nullable IronProxySource read(DocumentNode node, Findings findings) {
        Map<String, Member> fields = Fields.members(node);
        String type = Fields.text(fields, "type");
        String key = type.equals("env") ? "var" : type.equals("file") ? "path" : "";
        Scalar named = Fields.scalar(fields, key);
        if (!key.isEmpty() && (named == null || named.text().isEmpty())) {
            findings.error(node.place(), DiagnosticCode.MISSING_KEY, "source: " + key + " is missing", null);
            return null;
        }
        ImportedSecret secret = named == null ? null : secret(type, named.text(), fields, findings);
        return new IronProxySource(type, name(fields), secret);
    }

    private static ImportedSecret secret(String type, String name, Map<String, Member> fields, Findings findings) {
        Scalar member = Fields.scalar(fields, "json_key");
        if (type.equals("file")) {
            return new ImportedSecret.TextFile(name, member == null ? null : member.text());
        }
        if (member != null) {
            String message = "source.json_key of a variable is not there yet";
            findings.error(member.place(), DiagnosticCode.NOT_THERE_YET, message, "write the JSON object into a file");
        }
        return new ImportedSecret.Environment(name);
    }

    private static String name(Map<String, Member> fields) {
        String called = NAMES.stream()
                .map(key -> Fields.text(fields, key))
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("secret");
        String last = called.substring(called.replaceFirst("/+$", "").lastIndexOf('/') + 1);
        String slug =
                last.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-+|-+$", "");
        return slug.isEmpty() ? "secret" : slug.substring(0, Math.min(slug.length(), 48));
    }

    /** Returns the secret, and what the operator has to do for it. */
    ImportedSecret secretOr(String variable, List<String> notes) {
        if (secret == null) {
            notes.add("The gateway does not read the source " + type + ": put the secret into " + variable + ".");
            return new ImportedSecret.Environment(variable);
        }
        if (secret instanceof ImportedSecret.TextFile(String path, String _) && !path.startsWith("/")) {
            notes.add("The path is relative to the folder of the configuration.");
        }
        return secret;
    }
}
