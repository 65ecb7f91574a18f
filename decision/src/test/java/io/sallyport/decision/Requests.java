package io.sallyport.decision;

import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.text.Parsed;
import java.util.List;
import java.util.Map;

/** Requests of one sandbox. */
final class Requests {
    static final SandboxFacts FACTS =
            new SandboxFacts(new SandboxId("sb-1"), "run-7", Map.of("team", "docs"), Phase.EXECUTION);
    static final ActingIdentity ACTING = ActingIdentity.of(IdentityKind.TOKEN, FACTS);

    private Requests() {}

    static CanonicalHost host(String text) {
        return ((Parsed.Accepted<CanonicalHost>) CanonicalHost.parse(text)).value();
    }

    static CanonicalRequest connect(String host) {
        return CanonicalRequest.connect(Scheme.HTTPS, host(host), 443);
    }

    static CanonicalRequest get(String host, String path) {
        return get(host, path, CanonicalQuery.NONE);
    }

    static CanonicalRequest get(String host, String path, CanonicalQuery query) {
        CanonicalPath canonical = ((Parsed.Accepted<CanonicalPath>) CanonicalPath.parse(path)).value();
        return CanonicalRequest.http(Scheme.HTTPS, host(host), 443, "GET", canonical, query);
    }

    /** A POST to {@code a.test} with these fields {@code Content-Type}. */
    static CanonicalRequest grpc(String path, String... contentTypes) {
        return get("a.test", path).withMethod("POST").withContentType(List.of(contentTypes));
    }

    /** {@code count} segments. */
    static String deep(int count) {
        return "/a".repeat(count);
    }
}
