package io.sallyport.leasebridge.provider;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import io.sallyport.documents.NearestName;
import io.sallyport.documents.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a service of Agent Vault attaches credentials, as one or several injections, each with the name of a credential.
 *
 * @param attached none for {@code passthrough}
 * @param extraHeaders fields that are no secrets
 */
record AgentVaultAuth(List<Attached> attached, Map<String, String> extraHeaders) {
    private static final Pattern REFERENCE = Pattern.compile("\\{\\{\\s*(\\w+)\\s*\\}\\}");
    private static final Pattern KEY = Pattern.compile("[A-Z][A-Z0-9_]{0,127}");

    /** A field of such a name has no literal value in a document that may be shown. */
    private static final Pattern SECRET_NAME =
            Pattern.compile("(?i).*(auth|cookie|token|secret|password|credential|key|session).*");

    private static final Map<String, Set<String>> FIELDS = Map.of(
            "bearer", Set.of("type", "token"),
            "basic", Set.of("type", "username", "password"),
            "api-key", Set.of("type", "key", "header", "prefix"),
            "custom", Set.of("type", "headers"),
            "passthrough", Set.of("type"));

    /**
     * One injection.
     *
     * @param note for the operator, or null
     */
    record Attached(
            String key,
            ImportedInjection injection,
            @Nullable String note) {}

    static @Nullable AgentVaultAuth read(Members auth, Findings findings) {
        Map<String, Member> fields = auth.members();
        String type = Fields.text(fields, "type");
        Set<String> known = FIELDS.getOrDefault(type, Set.of());
        fields.forEach((key, member) -> {
            if (!known.contains(key)) {
                String message = "auth." + key + " is no field of the type " + type;
                findings.error(member.keyPlace(), DiagnosticCode.UNKNOWN_KEY, message, NearestName.help(key, known));
            }
        });
        AgentVaultAuth read = switch (type) {
            case "bearer" ->
                one(needed(auth, "token", findings), new ImportedInjection.Header("Authorization", "Bearer "));
            case "basic" -> basic(needed(auth, "username", findings), Fields.text(fields, "password"));
            case "api-key" -> one(needed(auth, "key", findings), apiKey(fields));
            case "custom" -> custom(auth, findings);
            default -> new AgentVaultAuth(List.of(), Map.of());
        };
        return findings.hasErrors() ? null : read;
    }

    private static AgentVaultAuth one(String key, ImportedInjection injection) {
        return new AgentVaultAuth(List.of(new Attached(key, injection, null)), Map.of());
    }

    private static ImportedInjection apiKey(Map<String, Member> fields) {
        String header = Fields.text(fields, "header");
        return new ImportedInjection.Header(header.isEmpty() ? "Authorization" : header, Fields.text(fields, "prefix"));
    }

    /** The user name is the name of a credential too: its value is not in the document. */
    private static AgentVaultAuth basic(String username, String password) {
        Attached attached = password.isEmpty()
                ? new Attached(
                        username + "_BASIC",
                        new ImportedInjection.Header("Authorization", "Basic "),
                        username + "_BASIC is to be the Base64 form of " + username + " with a colon behind it.")
                : new Attached(
                        password,
                        new ImportedInjection.BasicUser(username),
                        "Write the value of " + username + " in place of its name.");
        return new AgentVaultAuth(List.of(attached), Map.of());
    }

    private static AgentVaultAuth custom(Members auth, Findings findings) {
        Map<String, Member> headers = new TreeMap<>(Fields.members(auth.members(), "headers"));
        List<Attached> attached = new ArrayList<>();
        Map<String, String> literal = new TreeMap<>();
        headers.forEach((name, member) -> {
            if (!(member.value() instanceof Scalar value)) {
                return;
            }
            Matcher reference = REFERENCE.matcher(value.text());
            if (!reference.find()) {
                literal(name, value, literal, findings);
                return;
            }
            boolean isLast = reference.end() == value.text().length();
            String before = value.text().substring(0, reference.start());
            if (!KEY.matcher(reference.group(1)).matches()) {
                error(value.place(), DiagnosticCode.BAD_VALUE, "a credential's name is in capitals", findings);
            } else if (!isLast) {
                String message = "what stands behind a credential in a field is not there yet";
                error(value.place(), DiagnosticCode.NOT_THERE_YET, message, findings);
            } else {
                attached.add(new Attached(reference.group(1), new ImportedInjection.Header(name, before), null));
            }
        });
        if (attached.isEmpty() && !findings.hasErrors()) {
            String message = "fields without any credential are not there yet";
            error(auth.place(), DiagnosticCode.NOT_THERE_YET, message, findings);
        }
        return new AgentVaultAuth(attached, literal);
    }

    private static void literal(String name, Scalar value, Map<String, String> literal, Findings findings) {
        if (SECRET_NAME.matcher(name).matches()) {
            String message = "auth.headers: a credential stands in the document itself";
            findings.error(value.place(), DiagnosticCode.NOT_SAFE, message, "name it as {{ KEY }}");
        } else {
            literal.put(name, value.text());
        }
    }

    private static void error(Place place, DiagnosticCode code, String message, Findings findings) {
        findings.error(place, code, "auth.headers: " + message, null);
    }

    private static String needed(Members auth, String key, Findings findings) {
        String text = Fields.text(auth.members(), key);
        if (text.isEmpty()) {
            findings.error(auth.place(), DiagnosticCode.MISSING_KEY, "auth: " + key + " is missing", null);
        }
        return text;
    }
}
