package io.sallyport.apiservers;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * One server of a run as it is to be started. Immutable.
 *
 * @param token its own
 * @param secrets of the whole run: what one server knows of another must not stand in its log either
 * @param run what the run is called
 */
record ServerLaunch(ApiServerSpec spec, String token, LogSecrets secrets, String run, RunFolder folder) {
    /** All of {@code specs}, whose names differ, each with a new token. */
    static List<ServerLaunch> all(List<ApiServerSpec> specs, String run, RunFolder folder) {
        Map<ApiServerSpec, String> tokens = new LinkedHashMap<>();
        specs.forEach(spec -> tokens.put(spec, UUID.randomUUID().toString()));
        Set<String> texts = new HashSet<>(tokens.values());
        specs.forEach(spec -> texts.addAll(spec.secrets()));
        LogSecrets secrets = LogSecrets.of(texts);
        return specs.stream()
                .map(spec -> new ServerLaunch(spec, tokens.getOrDefault(spec, ""), secrets, run, folder))
                .toList();
    }

    ApiServerName name() {
        return spec.name();
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "Launch[" + spec + ", " + run + "]";
    }
}
