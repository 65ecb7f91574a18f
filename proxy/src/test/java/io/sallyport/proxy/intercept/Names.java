package io.sallyport.proxy.intercept;

import io.sallyport.model.SandboxId;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.text.Parsed;
import java.security.SecureRandom;
import java.time.Instant;

/** Names that the tests of this package share. */
final class Names {
    static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    static final SecureRandom RANDOM = new SecureRandom();
    static final SandboxId SB_1 = new SandboxId("sb-1");
    static final SandboxId SB_2 = new SandboxId("sb-2");

    private Names() {}

    static CanonicalHost host(String text) {
        return switch (CanonicalHost.parse(text)) {
            case Parsed.Accepted(var host) -> host;
            case Parsed.Rejected<CanonicalHost> rejected -> throw new AssertionError(rejected);
        };
    }

    static SandboxCa ca(SandboxId sandbox) {
        return SandboxCa.create(sandbox, RANDOM, () -> NOW);
    }
}
