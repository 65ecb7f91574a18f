package io.sallyport.decision;

import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code input.identity}: who acts. Notes that it was read, by a name or as a whole, because a decision that rests on it
 * is not remembered: it may differ between the requests of one sandbox, and between the children of one parent. Confined
 * to one evaluation.
 */
final class IdentityInput extends RegoObject {
    private final ActingIdentity identity;
    private @Nullable RegoObject value;

    IdentityInput(ActingIdentity identity) {
        this.identity = identity;
    }

    /** Whether, since this was made, the evaluation came to it. */
    boolean wasRead() {
        return value != null;
    }

    private RegoObject value() {
        RegoObject made = value;
        if (made == null) {
            made = RegoObject.growing()
                    .put("kind", RegoString.of(identity.kind().word()))
                    .sealed();
            value = made;
        }
        return made;
    }

    @Override
    public @Nullable RegoValue get(RegoValue key) {
        return value().get(key);
    }

    @Override
    public int size() {
        return value().size();
    }

    @Override
    public RegoValue keyAt(int place) {
        return value().keyAt(place);
    }

    @Override
    public RegoValue valueAt(int place) {
        return value().valueAt(place);
    }
}
