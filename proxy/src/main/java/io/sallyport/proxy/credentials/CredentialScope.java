package io.sallyport.proxy.credentials;

import io.sallyport.egress.tls.ClientIdentity;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.message.RequestHeaders;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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

    /** Whether the request may have one that is filled in in its content. */
    public boolean fillsContent() {
        return attached.stream().anyMatch(credential -> credential.use().inBodies() == CredentialUse.InBodies.FILL);
    }

    /** Keeps the tokens of the answer, where the request is one of a login; else null. */
    public @Nullable TokenAnswers answers() {
        for (Credential credential : attached) {
            if (value(credential) instanceof CredentialValue.Unset(TokenAnswers answers) && answers != null) {
                return answers;
            }
        }
        return null;
    }

    /** What is shown to a target that asks for a certificate; null where none of the credentials is one. */
    @Nullable
    ClientIdentity identity() {
        for (Credential credential : attached) {
            if (value(credential) instanceof CredentialValue.Certified(ClientIdentity identity)) {
                return identity;
            }
        }
        return null;
    }

    /** Whether more than one of the credentials is a certificate, of which a handshake shows one. */
    boolean isAmbiguous() {
        int certificates = 0;
        for (Credential credential : attached) {
            certificates += value(credential) instanceof CredentialValue.Certified ? 1 : 0;
        }
        return certificates > 1;
    }

    /** Whether one of the credentials signs requests. */
    boolean signs() {
        for (Credential credential : attached) {
            if (credential.use().signing() != null) {
                return true;
            }
        }
        return false;
    }

    private static List<Credential> attached(Set<String> granted, Keyring keys, CanonicalRequest request) {
        List<Credential> found = new ArrayList<>(granted.size());
        for (String name : granted.size() == 1 ? granted : new TreeSet<>(granted)) {
            for (Credential credential : keys.named(name)) {
                if (credential.binding().admits(request)) {
                    found.add(credential);
                }
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
