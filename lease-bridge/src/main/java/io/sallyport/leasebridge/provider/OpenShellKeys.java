package io.sallyport.leasebridge.provider;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The credentials of a profile of OpenShell that are keys of AWS, where endpoints of it sign with them. Each region and
 * service is a provider of its own, bound to the endpoints that are signed for it.
 *
 * @param id of the profile
 * @param keys by their variables
 */
record OpenShellKeys(String id, Map<String, OpenShellCredential> keys) {
    private static final String KEY_ID = "AWS_ACCESS_KEY_ID";
    private static final String SECRET_KEY = "AWS_SECRET_ACCESS_KEY";
    private static final String TOKEN = "AWS_SESSION_TOKEN";

    /** Returns those of {@code credentials} that endpoints sign with; none if no endpoint does. */
    static OpenShellKeys of(String id, List<OpenShellCredential> credentials, List<OpenShellEndpoint> endpoints) {
        Map<String, OpenShellCredential> keys = new LinkedHashMap<>();
        if (endpoints.stream().anyMatch(endpoint -> endpoint.signing() != null)) {
            for (String variable : List.of(KEY_ID, SECRET_KEY, TOKEN)) {
                credentials.stream()
                        .filter(credential -> credential.variables().contains(variable))
                        .findFirst()
                        .ifPresent(credential -> keys.put(variable, credential));
            }
        }
        return new OpenShellKeys(id, keys);
    }

    /** Returns the credentials that are none of the keys. */
    List<OpenShellCredential> others(List<OpenShellCredential> credentials) {
        return credentials.stream()
                .filter(credential -> !keys.containsValue(credential))
                .toList();
    }

    /**
     * Returns a provider for each region and service; none after reporting an error.
     *
     * @param alone whether the profile has no other credentials
     */
    List<ImportedProvider> providers(List<OpenShellEndpoint> endpoints, boolean alone, Place place, Findings findings) {
        Map<OpenShellSigning, List<String>> bound = new LinkedHashMap<>();
        for (OpenShellEndpoint endpoint : endpoints) {
            if (endpoint.signing() != null) {
                bound.computeIfAbsent(endpoint.signing(), _ -> new ArrayList<>())
                        .addAll(endpoint.bound());
            }
        }
        if (!bound.isEmpty() && (!keys.containsKey(KEY_ID) || !keys.containsKey(SECRET_KEY))) {
            String message = "credential_signing: no credentials of the profile are " + KEY_ID + " and " + SECRET_KEY;
            findings.error(place, DiagnosticCode.NOT_THERE_YET, message, null);
            return List.of();
        }
        List<ImportedProvider> providers = new ArrayList<>();
        bound.forEach((signing, targets) -> {
            String name = alone && bound.size() == 1 ? id : id + "-" + signing.service() + "-" + signing.region();
            providers.add(provider(name, signing, targets.stream().distinct().toList()));
        });
        return providers;
    }

    private ImportedProvider provider(String name, OpenShellSigning signing, List<String> targets) {
        boolean isRole = Objects.requireNonNull(keys.get(KEY_ID)).refresh().isOfRole();
        OpenShellCredential token = keys.get(TOKEN);
        String note = isRole
                ? "Name the role in the profile " + id + " of the AWS CLI, which assumes it."
                : "The document does not say where the keys are: the gateway reads them from these variables.";
        ImportedSecret secret = isRole
                ? new ImportedSecret.AwsProfile(id)
                : new ImportedSecret.AwsVariables(KEY_ID, SECRET_KEY, token != null && token.required() ? TOKEN : null);
        var injection = new ImportedInjection.AwsSignature(
                List.of(signing.region()), List.of(signing.service()), true, signing.unsignedPayload());
        return new ImportedProvider(name, List.of(note), secret, targets, List.of(), List.of(), injection, Map.of());
    }
}
