package io.sallyport.bench.audit;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.EventBuilder;
import io.sallyport.audit.RequestPart;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import java.util.List;
import java.util.Random;

/**
 * Events as a fleet of agents causes them: few sandboxes and hosts have most of the traffic (Zipf's law), one request
 * of twelve is refused, and identifiers in paths rarely repeat. The same for the same seed. Confined to one thread.
 */
final class SampleEvents {
    private static final int SANDBOXES = 2_000;
    private static final int HOSTS = 5_000;
    private static final String[] VERBS = {"GET", "GET", "GET", "GET", "POST", "PUT", "HEAD", "DELETE"};
    private static final String[] AREAS = {"repos", "packages", "simple", "v1/messages", "api/v4/projects", "files"};
    private static final String[] LEAVES = {"", "/issues", "/contents/src/main.rs", "/pulls", "/archive.tar.gz"};
    private static final ReasonCode[] REFUSALS = {
        ReasonCode.NO_GRANT,
        ReasonCode.NO_GRANT,
        ReasonCode.NO_GRANT,
        ReasonCode.POLICY_DENY,
        ReasonCode.GUARDRAIL,
        ReasonCode.ADDRESS_REFUSED,
        ReasonCode.SECRET_FOUND,
        ReasonCode.LEASE_EXPIRED
    };

    private final Random random;
    private final int[] sandboxes;
    private final int[] hosts;

    SampleEvents(long seed) {
        random = new Random(seed);
        sandboxes = zipf(SANDBOXES);
        hosts = zipf(HOSTS);
    }

    /** Returns a table of 65,536 entries in which the number {@code n} stands about {@code 1/n} as often as 1. */
    private static int[] zipf(int values) {
        double sum = 0;
        for (int i = 1; i <= values; i++) {
            sum += 1.0 / i;
        }
        int[] table = new int[1 << 16];
        int value = 1;
        double until = 1 / sum;
        for (int i = 0; i < table.length; i++) {
            while (value < values && i >= until * table.length) {
                value++;
                until += 1.0 / value / sum;
            }
            table[i] = value;
        }
        return table;
    }

    /** @param auditId an id of the log */
    AuditEvent next(String auditId, long timeMillis) {
        int sandbox = sandboxes[random.nextInt(sandboxes.length)];
        int host = hosts[random.nextInt(hosts.length)];
        EventBuilder event = AuditEvent.begin(auditId, timeMillis)
                .sandbox("sb-" + sandbox, "run-" + sandbox + "-" + timeMillis / 3_600_000 % 24, 3 + sandbox % 5)
                .took(200 + random.nextInt(90_000));
        boolean refused = random.nextInt(12) == 0;
        ReasonCode reason = refused ? REFUSALS[random.nextInt(REFUSALS.length)] : ReasonCode.GRANTED;
        event.rule(refused ? "guardrails:no-" + AREAS[host % AREAS.length] : "lease:net.fetch[" + host % 20 + "]");
        boolean tunnel = random.nextInt(6) == 0;
        RequestPart part = part(host, tunnel, refused);
        return !refused && tunnel && random.nextInt(3) == 0
                ? event.end(part, reason)
                : event.request(
                        tunnel ? RequestKind.CONNECT : RequestKind.HTTP, part, reason, refused ? reason.status() : 200);
    }

    private RequestPart part(int host, boolean tunnel, boolean refused) {
        return new RequestPart(
                tunnel ? "https" : "http",
                name(host),
                tunnel ? 443 : 80,
                tunnel ? "CONNECT" : VERBS[random.nextInt(VERBS.length)],
                tunnel ? null : path(host),
                List.of(),
                null,
                tunnel ? Boolean.TRUE : null,
                refused ? null : "203.0." + host % 256 + "." + host % 200,
                null,
                null,
                refused ? 0 : random.nextInt(4_000),
                refused ? 0 : random.nextInt(400_000));
    }

    private static String name(int host) {
        return switch (host % 4) {
            case 0 -> "api.service-" + host + ".example.com";
            case 1 -> "cdn" + host + ".packages.example.net";
            case 2 -> "registry-" + host + ".example.org";
            default -> "team" + host % 40 + ".git-" + host + ".example.dev";
        };
    }

    private String path(int host) {
        return "/" + AREAS[host % AREAS.length] + "/acme-" + random.nextInt(50) + "/widget-" + random.nextInt(20_000)
                + LEAVES[random.nextInt(LEAVES.length)];
    }
}
