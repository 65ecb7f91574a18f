package io.sallyport.leasebridge.learn;

import io.sallyport.leasebridge.lint.HostKind;
import io.sallyport.leasebridge.lint.KnownHosts;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.DialRefusal;
import io.sallyport.model.DialRules;
import io.sallyport.model.DialVerdict;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.CanonicalHost;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Says which requests no document is made for, however often they are seen. Safe for concurrent use. */
public final class LearningScreen {
    /** Methods that a network policy can name, and that mean themselves there. */
    private static final Pattern METHOD = Pattern.compile("[A-Z][A-Z0-9-]{0,31}");

    private static final Set<HostKind> REFUSED = Set.of(HostKind.RELAY, HostKind.DNS_OVER_HTTPS, HostKind.ANY_ADDRESS);

    private final DialRules dials;

    /** @param dials say what is never dialled */
    public LearningScreen(DialRules dials) {
        this.dials = dials;
    }

    /** Returns why {@code request} is not to be learned, or null. */
    @Nullable
    String why(CanonicalRequest request) {
        if (request.scheme() == Scheme.API) {
            return "calls of API servers are granted by the harness, and by --allow";
        }
        String method = request.method();
        if (request.kind() == RequestKind.HTTP
                && (method == null || !METHOD.matcher(method).matches())) {
            return "a network policy cannot name the method";
        }
        return switch (dials.judge(request.host(), request.port(), List.of())) {
            case DialVerdict.Pass _ -> known(request.host());
            case DialRefusal refused -> refused.reason().word() + " (" + refused.message() + ")";
        };
    }

    private static @Nullable String known(CanonicalHost host) {
        Map<HostKind, String> kinds = KnownHosts.reachedBy(host);
        return kinds.keySet().stream()
                .filter(REFUSED::contains)
                .findFirst()
                .map(kind -> "the host " + kind.what() + " (" + kinds.get(kind) + ")")
                .orElse(null);
    }

    /** Returns what a person should know of a host that is learned, or null. */
    static @Nullable String note(CanonicalHost host) {
        return KnownHosts.reachedBy(host).containsKey(HostKind.UPLOAD) ? "the host " + HostKind.UPLOAD.what() : null;
    }
}
