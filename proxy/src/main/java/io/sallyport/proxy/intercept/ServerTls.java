package io.sallyport.proxy.intercept;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ImmediateExecutor;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.proxy.intercept.LeafIssuer.Minted;
import io.sallyport.transport.ComputingThreads;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server side of TLS in tunnels: for a sandbox and a name, a handler that shows a leaf of that sandbox's CA.
 *
 * <p>What it has made it remembers under bounds ({@link InterceptLimits}); an idle sandbox has neither context nor
 * leaf. Safe for concurrent use; never blocks an event loop. Whoever opened it closes it, after the proxy.
 */
public final class ServerTls implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ServerTls.class);

    private static final int MAX_HANDSHAKE_TASKS = 4096; // a handshake has one at a time

    private final SandboxCas cas;
    private final LeafCache leaves;
    private final ContextCache contexts;
    private final LeafIssuer minting;
    private final TunnelProtocols protocols;
    private final @Nullable ComputingThreads handshakes;

    private ServerTls(
            SandboxCas cas,
            LeafCache leaves,
            ContextCache contexts,
            LeafIssuer minting,
            TunnelProtocols protocols,
            @Nullable ComputingThreads handshakes) {
        this.cas = cas;
        this.leaves = leaves;
        this.contexts = contexts;
        this.minting = minting;
        this.protocols = protocols;
        this.handshakes = handshakes;
    }

    /** For what the JDK's handshakes compute, about a millisecond each; beyond its bound they fail. */
    public static ComputingThreads handshakeThreads() {
        return new ComputingThreads("handshake", MAX_HANDSHAKE_TASKS);
    }

    /**
     * Starts its threads.
     *
     * @param provider one that is available here
     * @param random for keys of leaves, serials and tickets
     */
    public static ServerTls open(
            SandboxCas cas,
            TlsProvider provider,
            InterceptLimits limits,
            SecureRandom random,
            InstantSource clock,
            LongSupplier nanoClock) {
        ComputingThreads handshakes = switch (provider) {
            case JDK -> handshakeThreads();
            case BORINGSSL -> null; // a handshake is shorter than handing it over and back is worth
        };
        Executor tasks = handshakes == null ? ImmediateExecutor.INSTANCE : handshakes;
        var contexts = new ContextCache(limits, new ContextMaker(provider, limits, random, tasks), nanoClock);
        var leaves = new LeafCache(limits.maxLeaves(), clock);
        var shares = new SigningShares(limits, nanoClock);
        var minting = new LeafIssuer(cas, contexts, leaves, shares, limits.maxQueued(), clock);
        return new ServerTls(cas, leaves, contexts, minting, limits.protocols(), handshakes);
    }

    /** Returns how many leaves were signed since the start. */
    public long leavesMinted() {
        return minting.minted();
    }

    /** What it lets clients choose from. */
    public TunnelProtocols protocols() {
        return protocols;
    }

    /**
     * Gets ready to be {@code name} for {@code sandbox}.
     *
     * @param then called once, on {@code loop}; before this returns where the caller is on it and all is remembered. It
     *     makes the handler before it returns
     */
    public void prepare(SandboxId sandbox, CanonicalHost name, EventLoop loop, Consumer<PreparedTls> then) {
        SandboxCa ca = cas.find(sandbox);
        if (ca == null) {
            PreparedTls gone = new PreparedTls.Failed(ReasonCode.LEASE_REVOKED, "the sandbox was taken away");
            onLoop(loop, () -> then.accept(gone));
            return;
        }
        var wanted = new LeafName(ca, name);
        LeafCertificate leaf = leaves.find(wanted);
        CaContext context = leaf == null ? null : contexts.find(ca);
        if (leaf != null && context != null) {
            onLoop(loop, () -> ready(context, leaf, new Asked(wanted, loop, then)));
        } else {
            minting.ask(wanted, minted -> onLoop(loop, () -> tell(minted, new Asked(wanted, loop, then))));
        }
    }

    /**
     * Drops all that was made for {@code sandbox}; connections that have their handler keep it. To be called after
     * {@link SandboxCas} stopped to answer its CA.
     */
    public void forget(SandboxId sandbox) {
        leaves.forget(sandbox);
        contexts.forget(sandbox);
    }

    /** Refuses what still waits; handlers that run are their channels'. */
    @Override
    public void close() {
        minting.close();
        contexts.clear();
        if (handshakes != null) {
            handshakes.close();
        }
    }

    private record Asked(LeafName name, EventLoop loop, Consumer<PreparedTls> then) {}

    private void tell(Minted minted, Asked asked) {
        switch (minted) {
            case Minted.Done(var context, var leaf) -> ready(context, leaf, asked);
            case Minted.Refused(var reason, var detail) -> asked.then().accept(new PreparedTls.Failed(reason, detail));
        }
    }

    private void ready(CaContext context, LeafCertificate leaf, Asked asked) {
        if (!context.pin()) { // pushed out, or forgotten, since it was found: once more from the start
            prepare(asked.name().ca().sandbox(), asked.name().name(), asked.loop(), asked.then());
            return;
        }
        try {
            asked.then().accept(new PreparedTls.Ready(new ServerContext(context, leaf)));
        } finally {
            context.unpin();
        }
    }

    private static void onLoop(EventLoop loop, Runnable task) {
        if (loop.inEventLoop()) {
            task.run();
            return;
        }
        try {
            loop.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("a certificate came after its event loop had ended, and its connection with it", e);
        }
    }
}
