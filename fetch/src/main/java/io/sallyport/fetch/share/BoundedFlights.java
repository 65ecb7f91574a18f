package io.sallyport.fetch.share;

import io.sallyport.fetch.answer.Refused;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.forge.Deadline;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import java.util.function.BiFunction;

/**
 * Flights, of which so many go at one time, and fewer of each sandbox. Who has to wait for a place of his own does so before
 * he leads others, who would wait for it with him. Safe for concurrent use; may block.
 *
 * @param <T> what a flight comes to
 */
public final class BoundedFlights<T> {
    private final Flights<T> flights;
    private final Places places;

    /**
     * So many flights.
     *
     * @param mostEach of one sandbox
     * @param failed says that there was no place in time, or that the one who was waited for did not come to an end
     */
    public BoundedFlights(int most, int mostEach, BiFunction<ReasonCode, String, Refused> failed) {
        this.flights = new Flights<>(failed);
        this.places = new Places(most, mostEach, failed);
    }

    /** As {@link Flights#fly}, once there is a place of {@code sandbox}'s. */
    public T fly(SandboxId sandbox, String key, String party, Deadline deadline, Flights.Work<T> work)
            throws RefusedException {
        places.enter(sandbox, deadline);
        try {
            return flights.fly(key, party, deadline, work);
        } finally {
            places.leave(sandbox);
        }
    }

    /** As {@link Flights#letGo}. */
    public void letGo(String key) {
        flights.letGo(key);
    }
}
