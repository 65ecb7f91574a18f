package io.sallyport.gateway.control;

import io.sallyport.egress.Target;
import io.sallyport.model.ReasonCode;
import org.jspecify.annotations.Nullable;

/** What the dialer says of a target before it asks anything of the network. Safe for concurrent use; does not block. */
@FunctionalInterface
public interface TargetCheck {
    /** Of a gateway that dials nothing. */
    TargetCheck NONE = _ -> null;

    /** Why it is never dialled, or null where a dial would go on. */
    @Nullable
    ReasonCode refuses(Target target);
}
