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
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An entry of iron-proxy's transform {@code secrets}: a source, rules, and one of {@code inject}, {@code replace} and
 * the fields of {@code replace} in the entry itself, which are older.
 *
 * @param injection null where a token of the sandbox is replaced
 * @param fillsBodies whether that is done in bodies as well
 */
record IronProxySecret(
        Place place,
        IronProxySource source,
        IronProxyRules rules,
        @Nullable ImportedInjection injection,
        boolean fillsBodies) {
    private static final String MATCH_BODY = "match_body";
    private static final Set<String> OF_REPLACE =
            Set.of("proxy_value", "match_headers", MATCH_BODY, "match_path", "match_query", "require");
    private static final Pattern VALUE = Pattern.compile("([ -z|~]{0,128})\\{\\{ *\\.Value *\\}\\}");
    private static final Pattern BASIC =
            Pattern.compile("Basic \\{\\{ *base64 +\"([ !#-9;-\\[\\]-~]{1,128}):\" +\\.Value *\\}\\}");

    static @Nullable IronProxySecret read(DocumentNode node, Findings findings) {
        IronProxyShape.SECRET.check(node, "secret", findings);
        Map<String, Member> fields = Fields.members(node);
        Member written = fields.get("source");
        if (findings.hasErrors() || written == null) {
            return null;
        }
        IronProxySource source = IronProxySource.read(written.value(), findings);
        IronProxyRules rules = IronProxyRules.read(node.place(), fields, findings);
        ImportedInjection injection = mode(node.place(), fields, findings);
        if (injection == null && rules.byMethods().size() > 1) {
            String message = "rules with different methods for one token of the sandbox have no equivalent";
            findings.error(node.place(), DiagnosticCode.NOT_EXACT, message, null);
        }
        return source == null || findings.hasErrors()
                ? null
                : new IronProxySecret(
                        node.place(),
                        source,
                        rules,
                        injection,
                        injection == null && Fields.isTrue(replacing(fields), MATCH_BODY));
    }

    private static @Nullable ImportedInjection mode(Place place, Map<String, Member> fields, Findings findings) {
        boolean isOlder = fields.keySet().stream().anyMatch(OF_REPLACE::contains);
        boolean replaces = fields.containsKey("replace");
        boolean injects = fields.containsKey("inject");
        if ((isOlder ? 1 : 0) + (replaces ? 1 : 0) + (injects ? 1 : 0) != 1) {
            String message = "secret: one of inject, replace and proxy_value is wanted";
            findings.error(place, DiagnosticCode.CONTRADICTION, message, null);
            return null;
        }
        if (injects) {
            return injection(place, Fields.members(fields, "inject"), findings);
        }
        checkReplace(place, replacing(fields), findings);
        return null;
    }

    /** The fields about a token of the sandbox, in a block of their own or in the entry. */
    private static Map<String, Member> replacing(Map<String, Member> fields) {
        return fields.containsKey("replace") ? Fields.members(fields, "replace") : fields;
    }

    private static void checkReplace(Place place, Map<String, Member> replace, Findings findings) {
        if (Fields.scalar(replace, "proxy_value") == null) {
            findings.error(place, DiagnosticCode.MISSING_KEY, "secret: proxy_value is missing", null);
        }
        Member body = replace.get(MATCH_BODY);
        if (body != null && Fields.isTrue(replace, MATCH_BODY)) {
            String message = "match_body: a placeholder is filled in as a whole string of JSON, or value of a form;"
                    + " elsewhere in a body it refuses the request";
            findings.warning(body.keyPlace(), DiagnosticCode.NO_EFFECT, message, null);
        }
        Member headers = replace.get("match_headers");
        if (headers != null) {
            String message = "match_headers: a placeholder is filled in wherever it stands in the head of a request";
            findings.warning(headers.keyPlace(), DiagnosticCode.NO_EFFECT, message, null);
        }
    }

    private static @Nullable ImportedInjection injection(Place place, Map<String, Member> inject, Findings findings) {
        Scalar header = Fields.scalar(inject, "header");
        Scalar parameter = Fields.scalar(inject, "query_param");
        if ((header == null) == (parameter == null)) {
            String message = "inject: one of header and query_param is wanted";
            findings.error(place, DiagnosticCode.CONTRADICTION, message, null);
            return null;
        }
        Scalar formatter = Fields.scalar(inject, "formatter");
        String text = formatter == null || formatter.text().isEmpty() ? "{{.Value}}" : formatter.text();
        Matcher value = VALUE.matcher(text);
        Matcher basic = BASIC.matcher(text);
        if (value.matches() && header != null) {
            return new ImportedInjection.Header(header.text(), value.group(1));
        }
        if (value.matches() && value.group(1).isEmpty() && parameter != null) {
            return new ImportedInjection.QueryMember(parameter.text());
        }
        if (basic.matches() && header != null && header.text().equalsIgnoreCase("Authorization")) {
            return new ImportedInjection.BasicUser(basic.group(1));
        }
        findings.error(
                formatter == null ? place : formatter.place(),
                DiagnosticCode.NOT_THERE_YET,
                "inject.formatter: only a text before {{ .Value }}, and Basic {{ base64 \"USER:\" .Value }}, are read",
                null);
        return null;
    }

    /** Returns a provider for each set of methods, after adding them; none after reporting an error. */
    List<ImportedProvider> providers(ImportedParts parts, Findings findings) {
        List<ImportedProvider> providers = new ArrayList<>();
        for (List<String> methods : rules.byMethods().keySet()) {
            String name = parts.free(source.name());
            String variable = ImportedSecret.Environment.variableOf(name);
            List<String> notes = new ArrayList<>();
            ImportedSecret secret = source.secretOr(ImportedSecret.Environment.variableOf(source.name()), notes);
            if (injection == null) {
                notes.add("Give the sandbox the variable " + variable + " in place of its proxy_value.");
            }
            var provider = new ImportedProvider(
                    name,
                    notes,
                    secret,
                    rules.bound(methods, findings),
                    methods,
                    injection == null ? List.of(variable) : List.of(),
                    injection,
                    Map.of(),
                    fillsBodies);
            providers.add(provider);
        }
        parts.add(providers, place, findings);
        return findings.hasErrors() ? List.of() : providers;
    }
}
