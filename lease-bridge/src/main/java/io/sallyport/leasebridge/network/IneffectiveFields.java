package io.sallyport.leasebridge.network;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an endpoint says without effect (specs: network policy, section 2). Which credentials requests have is said by
 * {@code credentials} of a rule and by the operator. Immutable.
 *
 * @param said the fields, by name
 */
record IneffectiveFields(Map<String, String> said) {
    static final IneffectiveFields NONE = new IneffectiveFields(Map.of());

    private static final List<String> SWITCHES =
            List.of("websocket_credential_rewrite", "request_body_credential_rewrite", "allow_uninspected_credentials");
    private static final List<String> WORDS = List.of("credential_signing", "signing_service", "signing_region");

    private static final String CREDENTIALS = "credentials of the rule names those of the gateway";

    IneffectiveFields {
        said = Map.copyOf(said);
    }

    static IneffectiveFields of(EndpointFields in) {
        Map<String, String> said = new TreeMap<>();
        SWITCHES.stream().filter(name -> Fields.isTrue(in.members(), name)).forEach(name -> said.put(name, "true"));
        WORDS.stream().filter(name -> !in.text(name).isEmpty()).forEach(name -> said.put(name, in.text(name)));
        Scalar provider = Fields.scalar(Fields.members(in.members(), "credential_binding"), "provider");
        if (provider != null) {
            said.put("credential_binding", provider.text());
        }
        return said.isEmpty() ? NONE : new IneffectiveFields(said);
    }

    /** Reports fields that contradict each other, and warns that the others have no effect. */
    static void check(EndpointFields in) {
        IneffectiveFields all = of(in);
        boolean signs = all.said.containsKey("credential_signing");
        if (signs && !all.said.containsKey("signing_service")) {
            in.findings().error(in.place(), DiagnosticCode.MISSING_KEY, "signing_service is wanted to sign", null);
        }
        if (signs && all.said.containsKey("request_body_credential_rewrite")) {
            String message = "credential_signing beside request_body_credential_rewrite: write one of them";
            in.findings().error(in.place(), DiagnosticCode.BAD_VALUE, message, null);
        }
        all.said.keySet().stream().sorted().forEach(name -> {
            Member member = in.members().get(name);
            if (member != null) {
                String message = name + ": it has no effect; " + CREDENTIALS;
                in.findings().warning(member.keyPlace(), DiagnosticCode.NO_EFFECT, message, null);
            }
        });
    }
}
