package io.sallyport.leasebridge.suggest;

import io.sallyport.model.Question;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A grant for some questions, not yet written as a line of a document. Immutable. */
public sealed interface LeastLine permits LeastGrant, LeastName {
    /** Returns the capability under which it goes in a lease. */
    String capability();

    /** Returns the JSON text of a lease pattern, or null if no lease can express it. */
    @Nullable
    String ofLease();

    /** Returns the line of a network policy, or null if a policy cannot express it. */
    @Nullable
    String ofPolicy();

    /** Returns what it grants beyond its questions, or null. */
    @Nullable
    String opens();

    /** Returns the questions that it grants. */
    List<? extends Question> questions();
}
