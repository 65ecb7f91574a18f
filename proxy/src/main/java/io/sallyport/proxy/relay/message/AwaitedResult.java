package io.sallyport.proxy.relay.message;

import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.listener.ProxyLimits;
import java.time.Duration;

/** What a request waits for, how long it may, and why it fails where that does not come. */
public enum AwaitedResult {
    /** The connection to the target. */
    CONNECTION {
        @Override
        public Duration most(ProxyLimits limits) {
            return limits.upstream().dialTimeout();
        }

        @Override
        public ExchangeFailure missed(Duration most) {
            return new ExchangeFailure(ReasonCode.CONNECT_TIMEOUT, "no connection within " + most);
        }
    },
    /** The first byte of the answer to a whole request. */
    ANSWER {
        @Override
        public Duration most(ProxyLimits limits) {
            return limits.upstream().firstByteTimeout();
        }

        @Override
        public ExchangeFailure missed(Duration most) {
            return new ExchangeFailure(ReasonCode.CONNECT_TIMEOUT, "no answer within " + most);
        }
    },
    /** A byte in either direction. */
    MOVEMENT {
        @Override
        public Duration most(ProxyLimits limits) {
            return limits.connections().idleTimeout();
        }

        @Override
        public ExchangeFailure missed(Duration most) {
            return new ExchangeFailure(ReasonCode.IDLE_TIMEOUT, null);
        }
    };

    /** Returns how long a request waits for it. */
    public abstract Duration most(ProxyLimits limits);

    /**
     * Returns why a request fails to which it does not come.
     *
     * @param most how long was waited for it
     */
    public abstract ExchangeFailure missed(Duration most);
}
