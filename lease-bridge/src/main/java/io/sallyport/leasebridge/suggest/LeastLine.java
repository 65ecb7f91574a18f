package io.sallyport.leasebridge.suggest;

import io.sallyport.model.Question;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One line that would grant some questions, before it is written for a document. Immutable. */
public sealed interface LeastLine permits LeastGrant, LeastName {
    /** The capability that it stands under in a lease. */
    String capability();

    /** As a lease has it: the JSON text of a pattern, or null where no lease can say it. */
    @Nullable
    String ofLease();

    /** As a network policy has it, or null where it has no word for it. */
    @Nullable
    String ofPolicy();

    /** What it grants beside the questions that it is for, or null. */
    @Nullable
    String opens();

    /** Those that it is for. */
    List<? extends Question> questions();
}
