package io.sallyport.shared;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to one process of the store. It is never reconnected and repeats nothing: what it was asked is
 * answered by the process that it names, or not at all. Safe for concurrent use.
 *
 * @param run which the process has chosen for itself at its start
 */
record StoreSession(StatefulRedisPubSubConnection<String, String> connection, String run, Map<Script, String> digests) {
    private static final Logger LOG = LoggerFactory.getLogger(StoreSession.class);

    /** Runs a script; a call that is not answered in time fails. */
    CompletionStage<List<Object>> run(Script script, List<String> keys, List<String> arguments) {
        RedisAsyncCommands<String, String> commands = connection.async();
        return commands.evalsha(
                digests.get(script),
                ScriptOutputType.MULTI,
                keys.toArray(String[]::new),
                arguments.toArray(String[]::new));
    }

    /** Says that a gateway ends. Blocks until the store has answered, or for that long. */
    void leave(String state, String gateways, String gateway, Duration timeout) {
        var commands = connection.async();
        try {
            var _ = commands.hdel(gateways, gateway)
                    .thenCompose(_ -> commands.hincrby(state, "set", 1))
                    .toCompletableFuture()
                    .get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("the store was not told that this gateway ends", e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    void close() {
        var _ = connection.closeAsync();
    }
}
