package io.sallyport.apiservers;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Asks servers on this machine short questions by the JDK's client: through no proxy, following nothing, and done with
 * each within a time and a size, whatever the server does, and whatever else this process computes: its threads are the
 * system's, at most a few for each question. Safe for concurrent use.
 */
public final class LoopbackHttpClient implements AutoCloseable {
    private final Duration limit;
    private final int maxBytes;
    private final HttpClient client;

    /**
     * A client for answers of one kind.
     *
     * @param limit for the whole of a question, from its connection to the last byte of its answer
     * @param maxBytes of a body
     */
    public LoopbackHttpClient(Duration limit, int maxBytes) {
        this.limit = limit;
        this.maxBytes = maxBytes;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .proxy(HttpClient.Builder.NO_PROXY)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(limit)
                .sslContext(withoutTrust())
                .build();
    }

    /** No question is asked by TLS; the default context would read the system's certificates at each start. */
    private static SSLContext withoutTrust() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[0], null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has TLS", e);
        }
    }

    /** What came of a question. */
    public sealed interface Answer {
        /** All of it; the body is read as UTF-8. */
        record Whole(int status, String body) implements Answer {}

        /**
         * None, or not all of it in time, or more than is read.
         *
         * @param why in a few words, with nothing in them that the server said
         * @param asked whether the server could be asked; false where this process lacked what that takes
         */
        record Missing(String why, boolean asked) implements Answer {}
    }

    /**
     * Asks {@code server} by GET; completes within the limit and never exceptionally. Returns at once.
     *
     * @param path absolute, as it is to be sent
     * @param token sent as bearer token, or null
     */
    public CompletionStage<Answer> get(InetSocketAddress server, String path, @Nullable String token) {
        var uri = URI.create("http://" + server.getAddress().getHostAddress() + ":" + server.getPort() + path);
        HttpRequest.Builder request = HttpRequest.newBuilder(uri);
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        CompletableFuture<HttpResponse<String>> sent = sent(request.build());
        return sent.copy()
                .orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((_, failure) -> {
                    if (failure != null) {
                        sent.cancel(true); // closes its connection
                    }
                })
                .handle(LoopbackHttpClient::answer);
    }

    private CompletableFuture<HttpResponse<String>> sent(HttpRequest request) {
        try {
            return client.sendAsync(
                    request, BodyHandlers.limiting(BodyHandlers.ofString(StandardCharsets.UTF_8), maxBytes));
        } catch (VirtualMachineError e) { // of a socket, or of a thread, that cannot be had
            return CompletableFuture.failedFuture(e);
        }
    }

    static Answer answer(@Nullable HttpResponse<String> answer, @Nullable Throwable failure) {
        if (answer != null) {
            return new Answer.Whole(answer.statusCode(), answer.body());
        }
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return new Answer.Missing(
                cause instanceof TimeoutException
                        ? "no whole answer in time"
                        : String.valueOf(cause == null ? null : cause.getClass().getSimpleName()),
                !isOurs(cause));
    }

    /** The JDK's client fails by an {@link InternalError} where no socket can be opened. */
    private static boolean isOurs(@Nullable Throwable failure) {
        for (Throwable one = failure; one != null; one = one.getCause()) {
            if (one instanceof VirtualMachineError || one instanceof RejectedExecutionException) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
