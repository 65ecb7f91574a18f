package io.sallyport.proxy.credentials;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.message.RequestHeaders;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The credentials that one request may have: of those of its sandbox, what policy has granted for it and what is bound
 * to where it goes. Each has one value here, whatever becomes of it meanwhile. Confined to one thread.
 */
public final class CredentialScope {
    private final Keyring keys;
    private final CanonicalRequest request;
    private final RequestHeaders headers;
    private final Set<String> granted;
    private final List<Credential> attached;
    private final Map<String, CredentialValue> values = new HashMap<>(2);

    /**
     * @param headers of the request, with its body where that was read
     * @param granted names that the decision has attached
     */
    public CredentialScope(Keyring keys, CanonicalRequest request, RequestHeaders headers, Set<String> granted) {
        this.keys = keys;
        this.request = request;
        this.headers = headers;
        this.granted = granted;
        this.attached = granted.isEmpty() ? List.of() : attached(granted, keys, request);
    }

    CanonicalRequest request() {
        return request;
    }

    RequestHeaders headers() {
        return headers;
    }

    /** Whether the request may have {@code credential}. */
    boolean admits(Credential credential) {
        boolean isGranted = credential.name().isEmpty() || granted.contains(credential.name());
        return isGranted && credential.binding().admits(request);
    }

    CredentialValue value(Credential credential) {
        return values.computeIfAbsent(credential.key(), _ -> credential.value());
    }

    /** Those that are granted by name and bound to where it goes; one that is bound elsewhere is none of them. */
    List<Credential> attached() {
        return attached;
    }

    private static List<Credential> attached(Set<String> granted, Keyring keys, CanonicalRequest request) {
        List<Credential> found = new ArrayList<>();
        for (String name : granted.stream().sorted().toList()) {
            Credential credential = keys.named(name);
            if (credential != null && credential.binding().admits(request)) {
                found.add(credential);
            }
        }
        return found;
    }

    /** The credential that a placeholder with that key means, wherever it may go; null where none is. */
    @Nullable
    Credential find(String key) {
        Credential named = keys.find(key);
        return named == null ? keys.find(Placeholder.withoutRevision(key)) : named;
    }
}
