package io.sallyport.shared;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * One connection to one process of the store. It is never reconnected and repeats nothing: what it was asked is
 * answered by the process that it names, or not at all. Safe for concurrent use.
 *
 * @param run which the process has chosen for itself at its start
 * @param thread on which answers are taken in
 */
record StoreSession(
        StatefulRedisPubSubConnection<String, String> connection,
        String run,
        Map<Script, String> digests,
        Executor thread) {
    /** Runs a script; a call that is not answered in time fails. */
    CompletionStage<List<Object>> run(Script script, List<String> keys, List<String> arguments) {
        RedisAsyncCommands<String, String> commands = connection.async();
        return commands.evalsha(
                digests.get(script),
                ScriptOutputType.MULTI,
                keys.toArray(String[]::new),
                arguments.toArray(String[]::new));
    }

    /** Takes in an answer. */
    void told(Runnable answer) {
        thread.execute(answer);
    }

    void close() {
        var _ = connection.closeAsync();
    }
}
