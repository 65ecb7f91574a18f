package io.sallyport.admin.health;

import io.sallyport.admin.answer.Malformed;
import io.sallyport.admin.answer.Problem;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.web.Endpoint;
import io.sallyport.web.HeadFault;
import io.sallyport.web.HeadVerdict;
import io.sallyport.web.HostRule;
import io.sallyport.web.WebLimits;
import io.sallyport.web.WebRequest;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Answers probes: one request, one answer, then the connection closes. Probes may use any {@code Host}, since they come
 * by addresses that the gateway does not know and reveal only whether it serves. Metrics name sandboxes, so they are
 * subject to {@link HostRule}; otherwise a page in a browser could read them. Confined to the event loop.
 */
final class HealthEndpoint implements Endpoint {
    private static final HostRule HOSTS = new HostRule(Set.of());

    private final Readiness readiness;
    private final @Nullable Metrics metrics;
    private final Executor scraper;
    private final WebLimits limits;

    HealthEndpoint(Readiness readiness, @Nullable Metrics metrics, Executor scraper, WebLimits limits) {
        this.readiness = readiness;
        this.metrics = metrics;
        this.scraper = scraper;
        this.limits = limits;
    }

    @Override
    public HeadVerdict judge(WebRequest request) {
        return new HeadVerdict.Answered(answer(request), true);
    }

    @Override
    public CompletionStage<OwnReply.Whole> refuse(WebRequest request, HeadFault fault) {
        return now(Malformed.problem(fault, limits).answer());
    }

    private CompletionStage<OwnReply.Whole> answer(WebRequest request) {
        if (!Set.of("GET", "HEAD").contains(request.method())) {
            return now(problem(405, "METHOD_NOT_ALLOWED", "the path has no such method (expected: GET)")
                    .with("Allow", "GET, HEAD"));
        }
        return switch (request.path()) {
            case "/healthz" -> now(HealthReplies.alive());
            case "/readyz" -> now(HealthReplies.ready(readiness));
            case "/metrics" -> metrics == null ? now(nowhere()) : scraped(request, metrics);
            default -> now(nowhere());
        };
    }

    private CompletionStage<OwnReply.Whole> scraped(WebRequest request, Metrics shown) {
        if (!HOSTS.admits(request)) {
            return now(problem(403, "HOST_REFUSED", "Host names another server (expected: the address that is asked)"));
        }
        try {
            return CompletableFuture.supplyAsync(() -> HealthReplies.scraped(shown, request.headers()), scraper)
                    .exceptionally(_ -> Problem.fault().answer());
        } catch (RejectedExecutionException _) {
            return now(Problem.unavailable("metrics are being read already").answer());
        }
    }

    private static OwnReply.Whole nowhere() {
        return problem(404, "NOT_FOUND", "there is no such path");
    }

    private static OwnReply.Whole problem(int status, String code, String message) {
        return Problem.of(status, code, message).answer();
    }

    private static CompletionStage<OwnReply.Whole> now(OwnReply.Whole reply) {
        return CompletableFuture.completedStage(reply);
    }
}
