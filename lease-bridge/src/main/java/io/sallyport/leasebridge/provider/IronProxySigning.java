package io.sallyport.leasebridge.provider;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * iron-proxy's transform {@code aws_auth}, which signs anew what a sandbox has signed. Bodies that it refuses for their
 * framing are held and hashed here.
 */
record IronProxySigning(
        Place place,
        IronProxySource keyId,
        IronProxySource secretKey,
        IronProxyRules rules,
        ImportedInjection.AwsSignature signature) {
    static @Nullable IronProxySigning read(DocumentNode node, Findings findings) {
        IronProxyShape.SIGNING.check(node, "aws_auth", findings);
        Map<String, Member> fields = Fields.members(node);
        Member provider = fields.get("credentials_provider");
        if (provider != null) {
            String message = "credentials_provider: keys of a workload are not there yet";
            String help = "name a source, and let a command of the gateway's own print the keys";
            findings.error(provider.keyPlace(), DiagnosticCode.NOT_THERE_YET, message, help);
        }
        IronProxySource keyId = source(node, "access_key_id", findings);
        IronProxySource secretKey = source(node, "secret_access_key", findings);
        var signature = new ImportedInjection.AwsSignature(
                allowed(node, "allowed_regions", findings),
                allowed(node, "allowed_services", findings),
                false,
                Fields.isTrue(fields, "unsigned_payload"));
        IronProxyRules rules = IronProxyRules.read(node.place(), fields, findings);
        return keyId == null || secretKey == null || findings.hasErrors()
                ? null
                : new IronProxySigning(node.place(), keyId, secretKey, rules, signature);
    }

    private static @Nullable IronProxySource source(DocumentNode node, String key, Findings findings) {
        Member source = Fields.members(node).get(key);
        if (source == null) {
            findings.error(node.place(), DiagnosticCode.MISSING_KEY, "aws_auth: " + key + " is missing", null);
            return null;
        }
        return IronProxySource.read(source.value(), findings);
    }

    /** A list that is not there, or empty, means all there are. */
    private static List<String> allowed(DocumentNode node, String key, Findings findings) {
        List<String> words = Fields.texts(Fields.members(node), key).stream()
                .map(Scalar::text)
                .filter(word -> !word.isEmpty())
                .toList();
        if (words.isEmpty()) {
            String message = "aws_auth: without " + key + " it signs for all, which has no equivalent";
            findings.error(node.place(), DiagnosticCode.NOT_EXACT, message, "name them in " + key);
        }
        return words;
    }

    /** Returns a provider for each set of methods, after adding them; none after reporting an error. */
    List<ImportedProvider> providers(ImportedParts parts, Findings findings) {
        List<ImportedProvider> providers = new ArrayList<>();
        for (List<String> methods : rules.byMethods().keySet()) {
            List<String> notes = new ArrayList<>();
            var secret = new ImportedSecret.AwsVariables(
                    variable(keyId, "AWS_ACCESS_KEY_ID", notes),
                    variable(secretKey, "AWS_SECRET_ACCESS_KEY", notes),
                    null);
            providers.add(new ImportedProvider(
                    parts.free("aws"),
                    notes,
                    secret,
                    rules.bound(methods, findings),
                    methods,
                    List.of(),
                    signature,
                    Map.of()));
        }
        parts.add(providers, place, findings);
        return findings.hasErrors() ? List.of() : providers;
    }

    private static String variable(IronProxySource source, String usual, List<String> notes) {
        if (source.secret() instanceof ImportedSecret.Environment(String named)) {
            return named;
        }
        notes.add("Put what the source " + source.type() + " has into " + usual + ".");
        return usual;
    }
}
