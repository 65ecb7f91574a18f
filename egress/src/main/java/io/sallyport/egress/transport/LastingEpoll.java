package io.sallyport.egress.transport;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollIoOps;

/**
 * Netty's epoll handler, with sockets that stay registered while they are open. Netty 4.2.18 takes a socket out of epoll
 * when it is interested in nothing (its peer has ended its half, and nothing waits to be written), and then cannot put it
 * back: the next write that the kernel does not take whole fails, and the rest of it is lost. Here such a socket stays,
 * edge-triggered, which wakes the loop for an error or a reset, once.
 */
final class LastingEpoll implements IoHandler {
    private final IoHandler epoll;

    private LastingEpoll(IoHandler epoll) {
        this.epoll = epoll;
    }

    static IoHandlerFactory newFactory() {
        IoHandlerFactory factory = EpollIoHandler.newFactory();
        return executor -> new LastingEpoll(factory.newHandler(executor));
    }

    @Override
    public IoRegistration register(IoHandle handle) throws Exception {
        return new Lasting(epoll.register(handle));
    }

    @Override
    public void initialize() {
        epoll.initialize();
    }

    @Override
    public int run(IoHandlerContext context) {
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

    /** Confined to the event loop, but for {@link #isValid} and {@link #cancel}. */
    private static final class Lasting implements IoRegistration {
        private final IoRegistration registration;
        private boolean registered;

        Lasting(IoRegistration registration) {
            this.registration = registration;
        }

        @Override
        public long submit(IoOps ops) {
            boolean none = ops.equals(EpollIoOps.NONE);
            registered |= !none;
            return registration.submit(none && registered ? EpollIoOps.EPOLLET : ops);
        }

        @Override
        @SuppressWarnings("TypeParameterUnusedInFormals") // the shape is Netty's
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
