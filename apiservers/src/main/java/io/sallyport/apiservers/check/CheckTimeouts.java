package io.sallyport.apiservers.check;

import java.time.Duration;

/**
 * How long a check waits for what a server is to do.
 *
 * @param startup until it is healthy
 * @param refusal until it has ended, where it is not to start
 * @param reply until it answers, between two bytes
 * @param head until it closes a connection whose head does not end
 * @param recovery until it answers again after a flood
 * @param grace until it has ended after a signal
 */
record CheckTimeouts(
        Duration startup, Duration refusal, Duration reply, Duration head, Duration recovery, Duration grace) {
    static final CheckTimeouts STANDARD = new CheckTimeouts(
            Duration.ofSeconds(30),
            Duration.ofSeconds(30),
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofSeconds(10),
            Duration.ofSeconds(10));
}
