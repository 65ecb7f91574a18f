package io.sallyport.shared;

import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Has the records of one gateway. {@link #put} and {@link #remove} return at once; their stages complete with whether
 * the gateway is now at that generation or a later one. The other methods may block.
 */
public interface RecordListener {
    /** Returns name to version of all that is in force here. */
    Map<String, RecordVersion> held();

    /** Returns what is in force here under a name, or null. */
    @Nullable
    SharedRecord record(String name);

    /**
     * Whether this gateway knows what records of such a name are. It takes no others in, and confirms none of their
     * changes.
     */
    boolean isKnown(String name);

    /** Puts in force what another gateway has put. */
    CompletionStage<Boolean> put(SharedRecord record);

    /** Ends what another gateway has ended, unless it is of a later generation here. */
    CompletionStage<Boolean> remove(String name, long generation);
}
