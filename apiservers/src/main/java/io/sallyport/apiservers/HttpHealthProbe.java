package io.sallyport.apiservers;

import io.sallyport.apiservers.LoopbackHttpClient.Answer;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** {@code GET /healthz}. Safe for concurrent use. */
public final class HttpHealthProbe implements HealthProbe, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpHealthProbe.class);

    /** For the whole of one question. */
    private static final Duration LIMIT = Duration.ofSeconds(2);
    /** Bytes of a body; {@code {"status":"ok"}} is 15. */
    public static final int MAX_BODY_BYTES = 1024;

    private final LoopbackHttpClient client = new LoopbackHttpClient(LIMIT, MAX_BODY_BYTES);

    @Override
    public CompletionStage<HealthAnswer> probe(InetSocketAddress server) {
        return client.get(server, "/healthz", null).thenApply(HttpHealthProbe::health);
    }

    private static HealthAnswer health(Answer answer) {
        return switch (answer) {
            case Answer.Whole(int status, String body) ->
                switch (status) {
                    case 200 -> saysOk(body) ? HealthAnswer.OK : HealthAnswer.ABSENT;
                    case 429 -> HealthAnswer.BUSY;
                    default -> HealthAnswer.ABSENT;
                };
            case Answer.Missing(String why, boolean asked) -> {
                if (!asked) {
                    LOG.warn("an API server could not be asked for its health: {}", why);
                }
                yield asked ? HealthAnswer.ABSENT : HealthAnswer.UNASKED;
            }
        };
    }

    private static boolean saysOk(String body) {
        try {
            return JsonMapper.shared()
                    .readTree(body)
                    .path("status")
                    .asString("")
                    .equals("ok");
        } catch (JacksonException _) {
            return false;
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
