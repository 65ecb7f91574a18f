package io.sallyport.bench;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.ReferenceCountUtil;
import io.sallyport.egress.tls.TargetTls;
import io.sallyport.egress.tls.TrustRoots;
import io.sallyport.model.SandboxId;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.text.Parsed;
import io.sallyport.proxy.intercept.InterceptLimits;
import io.sallyport.proxy.intercept.PreparedTls;
import io.sallyport.proxy.intercept.SandboxCa;
import io.sallyport.proxy.intercept.ServerTls;
import io.sallyport.proxy.intercept.TlsProvider;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One full handshake in memory, on one thread, between our server side, which sandboxes connect to, and our client
 * side, which connects to targets. The time is the sum of both parts; the four pairs of providers tell them apart.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class HandshakeBenchmark {
    private static final int BUFFER_BYTES = 1 << 16; // more than a whole flight
    private static final int MAX_STEPS = 1_000;
    private static final long TIMEOUT_MILLIS = 60_000;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final InstantSource clock = InstantSource.system();
    private final SandboxId sandbox = new SandboxId("bench");
    private final CanonicalHost name = name("api.example.com");
    private final EmbeddedChannel anyLoop = new EmbeddedChannel(); // its loop runs what it is given where it stands
    private final ByteBuffer toServer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final ByteBuffer toClient = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final ByteBuffer plain = ByteBuffer.allocateDirect(BUFFER_BYTES);

    @Param({"BORINGSSL", "JDK"})
    public TlsProvider server = TlsProvider.JDK;

    @Param({"OPENSSL", "JDK"})
    public SslProvider client = SslProvider.JDK;

    private @Nullable Sides sides;

    private record Sides(ServerTls sandboxes, TargetTls targets) {}

    @Setup
    public void open() throws IOException {
        var random = new SecureRandom();
        SandboxCa ca = SandboxCa.create(sandbox, random, clock);
        ServerTls sandboxes = ServerTls.open(_ -> ca, server, InterceptLimits.DEFAULT, random, clock, System::nanoTime);
        TargetTls targets = TargetTls.create(client, trusting(ca), 1, System::nanoTime);
        sides = new Sides(sandboxes, targets);
    }

    private static TrustRoots trusting(SandboxCa ca) throws IOException {
        Path file = Files.createTempFile("bench-ca", ".pem");
        try {
            Files.writeString(file, ca.certificatePem());
            return switch (TrustRoots.read(List.of(file))) {
                case TrustRoots.Accepted(var roots) -> roots;
                case TrustRoots.Rejected(var unreadable, var why) -> throw new IOException(unreadable + ": " + why);
            };
        } finally {
            Files.delete(file);
        }
    }

    @TearDown
    public void close() {
        sides().targets().close();
        sides().sandboxes().close();
    }

    private Sides sides() {
        Sides open = sides;
        if (open == null) {
            throw new IllegalStateException("not set up");
        }
        return open;
    }

    @Benchmark
    public String full() throws SSLException {
        var alloc = ByteBufAllocator.DEFAULT;
        SSLEngine target =
                sides().targets().newHandler(alloc, name, false, TIMEOUT_MILLIS).engine();
        SSLEngine gateway = handler(alloc).engine();
        try {
            shake(target, gateway);
            return target.getSession().getProtocol();
        } finally {
            end(target);
            end(gateway);
        }
    }

    /** Returns a handler at once, except the first time, when the leaf has to be signed. */
    private SslHandler handler(ByteBufAllocator alloc) {
        var made = new CompletableFuture<SslHandler>();
        sides().sandboxes().prepare(sandbox, name, anyLoop.eventLoop(), prepared -> {
            switch (prepared) {
                case PreparedTls.Ready(var tls) -> made.complete(tls.newHandler(alloc));
                case PreparedTls.Failed failed -> made.completeExceptionally(new SSLException(failed.toString()));
            }
        });
        return made.join();
    }

    private void shake(SSLEngine target, SSLEngine gateway) throws SSLException {
        toServer.clear();
        toClient.clear();
        target.beginHandshake();
        gateway.beginHandshake();
        for (int steps = 0; isShaking(target) || isShaking(gateway); steps++) {
            if (steps == MAX_STEPS) {
                throw new SSLException("no end: " + target.getHandshakeStatus() + ", " + gateway.getHandshakeStatus());
            }
            step(target, toClient, toServer);
            step(gateway, toServer, toClient);
        }
    }

    private static boolean isShaking(SSLEngine engine) {
        return engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING;
    }

    private void step(SSLEngine engine, ByteBuffer in, ByteBuffer out) throws SSLException {
        switch (engine.getHandshakeStatus()) {
            case NEED_TASK -> {
                Runnable task = engine.getDelegatedTask();
                if (task != null) {
                    task.run();
                }
            }
            case NEED_WRAP -> engine.wrap(NOTHING.duplicate(), out);
            case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
                in.flip();
                engine.unwrap(in, plain.clear());
                in.compact();
            }
            case FINISHED, NOT_HANDSHAKING -> {}
        }
    }

    private static void end(SSLEngine engine) {
        engine.closeOutbound();
        ReferenceCountUtil.release(engine);
    }

    private static CanonicalHost name(String text) {
        return switch (CanonicalHost.parse(text)) {
            case Parsed.Accepted(var host) -> host;
            case Parsed.Rejected<CanonicalHost> rejected -> throw new IllegalArgumentException(rejected.toString());
        };
    }
}
