package io.sallyport.fence;

import java.util.Set;

/** What a gateway answers to who enters a sandbox. */
public sealed interface EntryAnswer {
    /**
     * There is such a sandbox.
     *
     * @param ports of TCP that its grants name
     */
    record Known(Set<Integer> ports) implements EntryAnswer {}

    /** It listens at all sockets that were handed over. */
    record Listening() implements EntryAnswer {}

    /**
     * It does not.
     *
     * @param why for people
     */
    record Refused(String why) implements EntryAnswer {}
}
