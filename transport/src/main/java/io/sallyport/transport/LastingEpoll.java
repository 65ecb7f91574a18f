package io.sallyport.transport;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollIoOps;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Queue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Netty's epoll handler, with sockets that stay registered while they are open. Changes of interest are submitted to
 * the kernel once before the loop waits, so that an interest that changes back or a socket that closes in between costs
 * no system call.
 *
 * <p>Netty 4.2.18 removes a socket from epoll when it has no interests (its peer has ended its half, and nothing waits
 * to be written), and then cannot add it again: the next write that the kernel takes only in part fails, and the rest
 * of it is lost. Here such a socket stays registered, edge-triggered, which wakes the loop once for an error or a
 * reset.
 */
final class LastingEpoll implements IoHandler {
    private static final Logger LOG = LoggerFactory.getLogger(LastingEpoll.class);

    private final IoHandler epoll;
    private final Queue<Lasting> changed = new ArrayDeque<>();

    LastingEpoll(IoHandler epoll) {
        this.epoll = epoll;
    }

    static IoHandlerFactory newFactory() {
        IoHandlerFactory factory = EpollIoHandler.newFactory();
        return executor -> new LastingEpoll(factory.newHandler(executor));
    }

    @Override
    public IoRegistration register(IoHandle handle) throws Exception {
        return new Lasting(handle, epoll.register(handle));
    }

    @Override
    public void initialize() {
        epoll.initialize();
    }

    @Override
    public int run(IoHandlerContext context) {
        for (Lasting one = changed.poll(); one != null; one = changed.poll()) {
            one.tell();
        }
        return epoll.run(context);
    }

    @Override
    public void prepareToDestroy() {
        epoll.prepareToDestroy();
    }

    @Override
    public void destroy() {
        epoll.destroy();
    }

    @Override
    public void wakeup() {
        epoll.wakeup();
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> handle) {
        return epoll.isCompatible(handle);
    }

    /** Confined to the event loop, except for {@link #isValid} and {@link #cancel}. */
    private final class Lasting implements IoRegistration {
        private final IoHandle handle;
        private final IoRegistration registration;
        private EpollIoOps wanted = EpollIoOps.NONE;
        private EpollIoOps told = EpollIoOps.NONE;
        private boolean listed;

        Lasting(IoHandle handle, IoRegistration registration) {
            this.handle = handle;
            this.registration = registration;
        }

        @Override
        public long submit(IoOps ops) {
            wanted = (EpollIoOps) ops;
            if (!listed) {
                listed = true;
                changed.add(this);
            }
            return wanted.value();
        }

        private void tell() {
            listed = false;
            boolean registered = !told.equals(EpollIoOps.NONE);
            EpollIoOps ops = registered && wanted.equals(EpollIoOps.NONE) ? EpollIoOps.EPOLLET : wanted;
            if (ops.equals(told) || !registration.isValid()) {
                return;
            }
            try {
                registration.submit(ops);
                told = ops;
            } catch (UncheckedIOException failed) {
                LOG.debug("a connection is closed that epoll does not take", failed);
                closeHandle();
            }
        }

        private void closeHandle() {
            try {
                handle.close();
            } catch (Exception failed) { // declared by AutoCloseable
                LOG.warn("a connection could not be closed", failed);
            }
        }

        @Override
        @SuppressWarnings("TypeParameterUnusedInFormals") // Netty's signature
        public <T> T attachment() {
            return registration.attachment();
        }

        @Override
        public boolean isValid() {
            return registration.isValid();
        }

        @Override
        public boolean cancel() {
            return registration.cancel();
        }
    }
}
