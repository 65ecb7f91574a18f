package io.sallyport.apiservers;

import java.time.Duration;

/**
 * How long things may take.
 *
 * @param startup from the start of its process to its first healthy answer
 * @param startupPoll between two questions until then
 * @param poll between two questions from then on
 * @param maxMisses questions in a row without a healthy answer, after which it counts as crashed; at least 1
 * @param grace from SIGTERM to SIGKILL
 */
public record ServerTimes(Duration startup, Duration startupPoll, Duration poll, int maxMisses, Duration grace) {
    public static final ServerTimes STANDARD = new ServerTimes(
            Duration.ofSeconds(30), Duration.ofMillis(100), Duration.ofSeconds(5), 3, Duration.ofSeconds(10));

    /** The same with another {@code startup}. */
    public ServerTimes withStartup(Duration other) {
        return new ServerTimes(other, startupPoll, poll, maxMisses, grace);
    }
}
