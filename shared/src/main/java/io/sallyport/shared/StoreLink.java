package io.sallyport.shared;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.StaticCredentialsProvider;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a connection to the store: opens the next one where one has ended, after a pause that grows. Confined to one
 * thread, on which the listener is told too.
 */
final class StoreLink implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StoreLink.class);
    private static final long FIRST_PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 2_000;
    /** Calls under way on one connection; more fail at once. */
    private static final int MAX_CALLS = 100_000;

    private final SharedSettings settings;
    private final ScheduledExecutorService thread;
    private final List<String> channels;
    private final Listener listener;
    private final ClientResources resources = DefaultClientResources.builder()
            .ioThreadPoolSize(2)
            .computationThreadPoolSize(2)
            .build();
    private final RedisClient client;
    private @Nullable StoreSession session;
    private long pauseMillis = FIRST_PAUSE_MILLIS;
    private CompletableFuture<?> connecting = CompletableFuture.completedFuture(null);
    private volatile boolean closed; // read by threads of the client too
    private boolean told;

    /** Who hears of connections. */
    interface Listener {
        void connected(StoreSession session);

        void disconnected();

        void heard(String channel, String message);
    }

    /** @param channels that the listener hears */
    StoreLink(SharedSettings settings, ScheduledExecutorService thread, List<String> channels, Listener listener) {
        this.channels = channels;
        this.settings = settings;
        this.thread = thread;
        this.listener = listener;
        this.client = RedisClient.create(resources);
        client.setOptions(options(settings));
    }

    private static ClientOptions options(SharedSettings settings) {
        var options = ClientOptions.builder()
                .autoReconnect(false)
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .protocolVersion(ProtocolVersion.RESP3)
                .requestQueueSize(MAX_CALLS)
                .timeoutOptions(TimeoutOptions.enabled(settings.timeout()))
                .socketOptions(SocketOptions.builder()
                        .connectTimeout(settings.timeout())
                        .tcpNoDelay(true)
                        .build());
        Path trust = settings.trust();
        if (trust != null) {
            options.sslOptions(SslOptions.builder()
                    .jdkSslProvider()
                    .trustManager(trust.toFile())
                    .build());
        }
        return options.build();
    }

    /** Opens the first connection. */
    void start() {
        connect();
    }

    private void connect() {
        if (closed) {
            return;
        }
        RedisURI target;
        try {
            target = target();
        } catch (IOException e) {
            failed(e);
            return;
        }
        CompletableFuture<StoreSession> opening = client.connectPubSubAsync(StringCodec.UTF8, target)
                .thenCompose(this::greeted)
                .toCompletableFuture();
        connecting = opening;
        var _ = opening.whenCompleteAsync(
                (greeted, fault) -> {
                    if (fault != null || closed) {
                        failed(fault);
                    } else {
                        opened(greeted);
                    }
                },
                thread);
    }

    private RedisURI target() throws IOException {
        RedisURI target = RedisURI.create(settings.url());
        target.setTimeout(settings.timeout());
        Path file = settings.passwordFile();
        if (file != null) {
            String password = Files.readString(file).lines().findFirst().orElse("");
            target.setCredentialsProvider(new StaticCredentialsProvider(settings.user(), password.toCharArray()));
        }
        return target;
    }

    /** Which process it is, and the scripts; a replica takes no writes and is none. */
    private CompletionStage<StoreSession> greeted(StatefulRedisPubSubConnection<String, String> connection) {
        var commands = connection.async();
        CompletionStage<Map<Script, String>> digests = CompletableFuture.completedFuture(new EnumMap<>(Script.class));
        for (Script script : Script.values()) {
            digests = digests.thenCombine(commands.scriptLoad(script.text()), (all, digest) -> {
                all.put(script, digest);
                return all;
            });
        }
        CompletionStage<StoreSession> session = commands.info().thenCombine(digests, (info, all) -> {
            if (!info.contains("role:master")) {
                throw new IllegalStateException("it is a replica");
            }
            return new StoreSession(connection, line(info, "run_id:"), all);
        });
        return session.thenCombine(commands.subscribe(channels.toArray(String[]::new)), (found, _) -> found)
                .whenComplete((_, fault) -> {
                    if (fault != null) {
                        var _ = connection.closeAsync();
                    }
                });
    }

    private static String line(String info, String name) {
        return info.lines()
                .filter(line -> line.startsWith(name))
                .findFirst()
                .map(line -> line.substring(name.length()).strip())
                .orElseThrow(() -> new IllegalStateException("it does not say its " + name));
    }

    private void opened(StoreSession opened) {
        session = opened;
        pauseMillis = FIRST_PAUSE_MILLIS;
        told = false;
        opened.connection().addListener(new RedisConnectionStateListener() {
            @Override
            public void onRedisDisconnected(RedisChannelHandler<?, ?> connection) {
                thread.execute(() -> drop(opened));
            }
        });
        opened.connection().addListener(new RedisPubSubAdapter<String, String>() {
            @Override
            public void message(String channel, String message) {
                thread.execute(() -> listener.heard(channel, message));
            }
        });
        LOG.info("what gateways share is at {}", settings.url());
        listener.connected(opened);
        if (!opened.connection().isOpen()) {
            drop(opened);
        }
    }

    /** Ends that connection, as its process does not answer or is none that counts, and opens the next. */
    void drop(StoreSession ended) {
        if (ended.equals(session)) {
            session = null;
            ended.close();
            listener.disconnected();
            failed(new IOException("the connection has ended"));
        }
    }

    private void failed(@Nullable Throwable fault) {
        if (closed) {
            return;
        }
        if (!told) {
            LOG.warn("what gateways share: {} does not answer: {}", settings.url(), words(fault));
            told = true;
        }
        var _ = thread.schedule(this::connect, pauseMillis, TimeUnit.MILLISECONDS);
        pauseMillis = Math.min(LONGEST_PAUSE_MILLIS, pauseMillis * 2);
    }

    private static String words(@Nullable Throwable fault) {
        Throwable cause = fault;
        while (cause != null && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause == null ? "closed" : cause.toString();
    }

    @Override
    public void close() {
        closed = true;
        session = null;
        // The client closes its connections. Buffers of one that is being opened are released only if it comes to an
        // end before its event loop.
        var _ = connecting.whenComplete((_, _) -> shutDown());
    }

    private void shutDown() {
        var _ = client.shutdownAsync(0, 1, TimeUnit.SECONDS).whenComplete((_, _) -> {
            var _ = resources.shutdown(0, 1, TimeUnit.SECONDS);
        });
    }
}
