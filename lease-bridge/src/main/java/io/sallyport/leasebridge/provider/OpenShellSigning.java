package io.sallyport.leasebridge.provider;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How requests to an endpoint of a profile of OpenShell are signed for AWS.
 *
 * @param unsignedPayload whether a signature may leave the body out
 */
record OpenShellSigning(String region, String service, boolean unsignedPayload) {
    private static final String SIGNING = "credential_signing";
    private static final String DOMAIN = "amazonaws";
    private static final Pattern WORD = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");

    /** What tells a region from the name of a service, as OpenShell does. */
    private static final Pattern REGION = Pattern.compile("[a-z0-9-]*-[0-9][a-z0-9-]*");

    /** Returns how it signs; null where it does not, or after reporting an error. */
    static @Nullable OpenShellSigning read(Members endpoint, Findings findings) {
        Map<String, Member> fields = endpoint.members();
        Scalar mode = Fields.scalar(fields, SIGNING);
        if (mode == null || mode.text().isEmpty()) {
            return null;
        }
        if (!List.of("sigv4", "sigv4:body", "sigv4:no_body").contains(mode.text())) {
            String message = SIGNING + ": one of sigv4, sigv4:body and sigv4:no_body is wanted";
            findings.error(mode.place(), DiagnosticCode.BAD_VALUE, message, null);
        }
        if (Fields.isTrue(fields, "request_body_credential_rewrite")) {
            String message = SIGNING + " and request_body_credential_rewrite exclude each other";
            findings.error(mode.place(), DiagnosticCode.CONTRADICTION, message, null);
        }
        String service = Fields.text(fields, "signing_service");
        String region = Fields.text(fields, "signing_region");
        return new OpenShellSigning(
                word(
                        region.isEmpty() ? regionOf(Fields.text(fields, "host")) : region,
                        "region",
                        mode.place(),
                        findings),
                word(service, "service", mode.place(), findings),
                !mode.text().equals("sigv4:body"));
    }

    private static String word(String text, String what, Place place, Findings findings) {
        if (text.isEmpty()) {
            String message = SIGNING + ": the " + what + " is not named: no list of all of them is made of it";
            findings.error(place, DiagnosticCode.NOT_EXACT, message, "write signing_" + what);
        } else if (!WORD.matcher(text).matches()) {
            String message = "signing_" + what + ": small letters, digits and - are wanted";
            findings.error(place, DiagnosticCode.BAD_VALUE, message, null);
        }
        return text;
    }

    /** Returns the label before {@code amazonaws}, where that is a region; else the empty text. */
    private static String regionOf(String host) {
        List<String> labels = List.of(host.split("\\.", -1));
        int at = labels.lastIndexOf(DOMAIN);
        String label = at < 1 ? "" : labels.get(at - 1);
        return REGION.matcher(label).matches() ? label : "";
    }
}
