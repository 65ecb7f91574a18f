package io.sallyport.leasebridge.provider;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import io.sallyport.model.text.Parsed;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a credential of a profile of OpenShell without variables stands in a request. */
record OpenShellPlacement(Place place, Map<String, Member> fields, Findings findings) {
    /** Returns where it is injected; null after reporting an error. */
    @Nullable
    ImportedInjection read() {
        String style = Fields.text(fields, "auth_style");
        return switch (style) {
            case "bearer" -> new ImportedInjection.Header(named("header_name", style), "Bearer ");
            case "header" -> new ImportedInjection.Header(named("header_name", style), "");
            case "query" -> new ImportedInjection.QueryMember(named("query_param", style));
            case "path" -> template(named("path_template", style));
            case "" -> refused(DiagnosticCode.MISSING_KEY, "credential: env_vars or auth_style is needed");
            default ->
                refused(DiagnosticCode.NOT_THERE_YET, "auth_style " + style + " without env_vars is not there yet");
        };
    }

    /** What follows the credential is not told apart here, so that it has to stand in the last segment. */
    private @Nullable ImportedInjection template(String text) {
        String place = "{credential}";
        int at = text.indexOf(place);
        boolean isLast = at > text.lastIndexOf('/') && text.indexOf(place, at + 1) < 0;
        return isLast && BoundTarget.exactly(text.replace(place, "x")) instanceof Parsed.Accepted<String>
                ? new ImportedInjection.InPath(text)
                : refused(
                        DiagnosticCode.NOT_EXACT,
                        "path_template: {credential} stands once, in the last segment of a canonical path");
    }

    private String named(String key, String style) {
        String name = Fields.text(fields, key);
        if (name.isEmpty()) {
            refused(DiagnosticCode.MISSING_KEY, "credential: " + key + " is missing, for auth_style " + style);
        }
        return name;
    }

    private @Nullable ImportedInjection refused(DiagnosticCode code, String message) {
        findings.error(place, code, message, null);
        return null;
    }
}
