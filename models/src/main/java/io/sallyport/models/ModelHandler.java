package io.sallyport.models;

import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.WebReport;
import io.sallyport.egress.share.SharedPermits;
import io.sallyport.inference.ModelApi;
import io.sallyport.inference.ModelEndpoint;
import io.sallyport.inference.ModelRequest;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.text.Parsed;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers requests of models, and leaves a record of each. Safe for concurrent use; no method blocks: each
 * request runs on a virtual thread of its own, of which there is a bound.
 */
public final class ModelHandler implements AutoCloseable {
    /** Bytes of a body. */
    public static final int MAX_BODY_BYTES = ModelRequest.MAX_BYTES;

    private static final Logger LOG = LoggerFactory.getLogger(ModelHandler.class);
    private static final Duration CLOSE_TIME = Duration.ofSeconds(5);
    private static final ModelRefusal CODED = ModelRefusal.of(ReasonCode.UNREADABLE, "the body has a content coding");

    private final ModelResources resources;
    private final SharedPermits calls = new SharedPermits(ModelLimits.MAX_CALLS_EACH, ModelLimits.MAX_CALLS);
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("model-", 0).factory());

    public ModelHandler(ModelResources resources) {
        this.resources = resources;
    }

    /** How a head was judged. */
    public sealed interface Judged permits Turned, Admitted {}

    /** Refused before its body is read. */
    @FunctionalInterface
    public non-sealed interface Turned extends Judged {
        /**
         * Answers.
         *
         * @param answered told why, once that is recorded; called on any thread
         */
        void answer(Consumer<OwnReply> answered);
    }

    /** Returns whether requests of sandboxes to that host outside are to be judged here. Returns at once. */
    public boolean answersFor(CanonicalHost host) {
        return resources.routes().answersFor(host);
    }

    /** How long an answer may take to begin. */
    public Duration maxWait() {
        return resources.limits().time();
    }

    /**
     * Judges a head of whose body nothing has been read. Returns at once.
     *
     * @param policies of the sandbox that asks
     * @param report what the record says of the request as well, and whether it is refused
     */
    public Judged judge(PolicyChain policies, CanonicalRequest request, RequestHeaders headers, WebReport report) {
        var trace = new ModelTrace(
                resources.audit().nextId(),
                resources.wall().millis(),
                resources.nanoClock().getAsLong(),
                policies,
                request,
                report);
        ModelApi client = ModelApi.ofClient(name -> !headers.values(name).isEmpty());
        String path = request.path() == null ? "" : request.path().text();
        return switch (ModelEndpoint.of(String.valueOf(request.method()), path, client)) {
            case Parsed.Rejected(String why, int _) ->
                turned(trace, api(path, client), ModelRefusal.of(ReasonCode.METHOD_REFUSED, why));
            case Parsed.Accepted(ModelEndpoint endpoint) -> {
                trace.asks(endpoint, endpoint.model(), -1);
                ModelRefusal why = isCoded(headers) ? CODED : trace.refused();
                yield why == null
                        ? admitted(trace, policies, ModelHead.of(endpoint, request, headers), request)
                        : turned(trace, endpoint.api(), why);
            }
        };
    }

    private Judged admitted(ModelTrace trace, PolicyChain policies, ModelHead head, CanonicalRequest request) {
        SharedPermits.Slot slot = calls.take(policies.sandbox().id());
        return slot == null
                ? turned(
                        trace,
                        head.endpoint().api(),
                        ModelRefusal.of(ReasonCode.RATE_LIMITED, "the sandbox has too many calls open"))
                : new Admitted(this, new ModelCall(resources, policies, request, head, trace), slot);
    }

    private Turned turned(ModelTrace trace, ModelApi api, ModelRefusal why) {
        return answered -> ModelCall.refuse(resources, trace, api, why, answered);
    }

    /** The form in which a client may understand that what it asks for is not known. */
    private static ModelApi api(String path, ModelApi client) {
        if (path.startsWith("/v1beta/")) {
            return ModelApi.GEMINI;
        }
        return path.startsWith("/api/") ? ModelApi.OLLAMA : client;
    }

    private static boolean isCoded(RequestHeaders headers) {
        List<String> codings = headers.values("content-encoding");
        return !codings.isEmpty()
                && !String.join(",", codings).toLowerCase(Locale.ROOT).equals("identity");
    }

    /** A request whose body is to be read; then exactly one of its methods but {@link #left} is called, once. */
    public static final class Admitted implements Judged {
        private final ModelHandler handler;
        private final ModelCall call;
        private final SharedPermits.Slot slot;
        private @Nullable Future<?> running; // of the caller's thread

        private Admitted(ModelHandler handler, ModelCall call, SharedPermits.Slot slot) {
            this.handler = handler;
            this.call = call;
            this.slot = slot;
        }

        /**
         * Does what the body asks for; returns at once.
         *
         * @param answered called on any thread
         */
        public void ask(byte[] body, Consumer<OwnReply> answered) {
            try {
                running = handler.threads.submit(() -> run(body, answered));
            } catch (RejectedExecutionException _) {
                slot.release();
                call.refuse(ModelRefusal.of(ReasonCode.SHUTTING_DOWN, null), answered);
            }
        }

        private void run(byte[] body, Consumer<OwnReply> answered) {
            try {
                call.run(body, answered);
            } catch (RuntimeException | Error e) {
                LOG.error("a request of a model failed: {}", e.getClass().getName()); // its message may quote
                call.refuse(ModelRefusal.of(ReasonCode.INTERNAL_ERROR, null), answered);
            } finally {
                slot.release();
            }
        }

        /** The body is longer than {@link #MAX_BODY_BYTES}. */
        public void tooLarge(Consumer<OwnReply> answered) {
            slot.release();
            call.refuse(ModelRefusal.of(ReasonCode.BODY_TOO_LARGE, null), answered);
        }

        /** The body never became whole. */
        public void givenUp() {
            slot.release();
        }

        /** The client has left before its answer began: the backend is not waited for any more. */
        public void left() {
            if (running != null) {
                running.cancel(true);
            }
        }
    }

    /** Lets what runs finish for a while, then gives it up. */
    @Override
    public void close() {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(CLOSE_TIME.toNanos(), TimeUnit.NANOSECONDS)) {
                threads.shutdownNow();
            }
        } catch (InterruptedException _) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
