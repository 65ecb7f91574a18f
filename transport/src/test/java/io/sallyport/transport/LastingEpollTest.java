package io.sallyport.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.IoEvent;
import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoOps;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is submitted to Netty's handler, which stands in for the kernel, and when. */
class LastingEpollTest {
    private static final EpollIoOps READ = EpollIoOps.EPOLLIN.with(EpollIoOps.EPOLLRDHUP);
    private static final IoHandlerContext CONTEXT = new IoHandlerContext() {
        @Override
        public boolean canBlock() {
            return false;
        }

        @Override
        public long delayNanos(long currentTimeNanos) {
            return 0;
        }

        @Override
        public long deadlineNanos() {
            return -1;
        }
    };

    private final List<Object> told = new ArrayList<>();
    private final LastingEpoll epoll = new LastingEpoll(new Recorder());

    @Test
    void tellsTheLastInterestOnceBeforeItWaits() throws Exception {
        IoRegistration one = epoll.register(new Handle());
        one.submit(EpollIoOps.EPOLLRDHUP);
        one.submit(READ);
        assertThat(told).isEmpty();

        epoll.run(CONTEXT);
        epoll.run(CONTEXT);

        assertThat(told).containsExactly(READ, "wait", "wait");
    }

    @Test
    void doesNotTellWhatTheKernelKnows() throws Exception {
        IoRegistration one = epoll.register(new Handle());
        one.submit(READ);
        epoll.run(CONTEXT);
        one.submit(EpollIoOps.EPOLLRDHUP);
        one.submit(READ);

        epoll.run(CONTEXT);

        assertThat(told).containsExactly(READ, "wait", "wait");
    }

    @Test
    void aSocketThatIsInterestedInNothingStaysEdgeTriggered() throws Exception {
        IoRegistration one = epoll.register(new Handle());
        one.submit(READ);
        epoll.run(CONTEXT);
        one.submit(EpollIoOps.NONE);
        epoll.run(CONTEXT);
        one.submit(EpollIoOps.EPOLLOUT);
        epoll.run(CONTEXT);

        assertThat(told).containsExactly(READ, "wait", EpollIoOps.EPOLLET, "wait", EpollIoOps.EPOLLOUT, "wait");
    }

    @Test
    void aSocketThatNeverWasInterestedIsNotRegistered() throws Exception {
        epoll.register(new Handle()).submit(EpollIoOps.NONE);

        epoll.run(CONTEXT);

        assertThat(told).containsExactly("wait");
    }

    @Test
    void tellsNothingOfASocketThatWasClosedMeanwhile() throws Exception {
        IoRegistration one = epoll.register(new Handle());
        one.submit(READ);
        one.cancel();

        epoll.run(CONTEXT);

        assertThat(told).containsExactly("wait");
    }

    @Test
    void closesTheSocketThatTheKernelDoesNotTakeAndTellsOfTheNext() throws Exception {
        epoll.register(new Handle()).submit(EpollIoOps.EPOLLERR);
        epoll.register(new Handle()).submit(READ);

        epoll.run(CONTEXT);

        assertThat(told).containsExactly("closed", READ, "wait");
    }

    private final class Handle implements IoHandle {
        @Override
        public void handle(IoRegistration registration, IoEvent event) {}

        @Override
        public void close() {
            told.add("closed");
        }
    }

    /** Records everything except {@code EPOLLERR}. */
    private final class Recorder implements IoHandler {
        @Override
        public IoRegistration register(IoHandle handle) {
            return new Registration();
        }

        @Override
        public int run(IoHandlerContext context) {
            told.add("wait");
            return 0;
        }

        @Override
        public void wakeup() {}

        @Override
        public boolean isCompatible(Class<? extends IoHandle> handle) {
            return true;
        }
    }

    private final class Registration implements IoRegistration {
        private boolean valid = true;

        @Override
        public long submit(IoOps ops) {
            if (ops.equals(EpollIoOps.EPOLLERR)) {
                throw new UncheckedIOException(new IOException("not taken"));
            }
            told.add(ops);
            return 0;
        }

        @Override
        @SuppressWarnings("TypeParameterUnusedInFormals") // Netty's signature
        public <T> T attachment() {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isValid() {
            return valid;
        }

        @Override
        public boolean cancel() {
            valid = false;
            return true;
        }
    }
}
