package io.sallyport.decision;

import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code input.identity}: who acts. Notes that it was read, by a name or as a whole, because a decision that rests on
 * it is not remembered: it may differ between the requests of one sandbox and between the children of one parent, and
 * claims end. Confined to one evaluation.
 */
final class IdentityInput extends RegoObject {
    private final ActingIdentity identity;
    private @Nullable RegoObject value;

    private final EvalClock clock;

    IdentityInput(ActingIdentity identity, EvalClock clock) {
        this.identity = identity;
        this.clock = clock;
    }

    /** Whether, since this was made, the evaluation came to it. */
    boolean wasRead() {
        return value != null;
    }

    /** The same, not read yet. */
    IdentityInput unread() {
        return new IdentityInput(identity, clock);
    }

    private RegoObject value() {
        RegoObject made = value;
        if (made == null) {
            made = make();
            value = made;
        }
        return made;
    }

    /** Made at the first look, so one evaluation sees one state of what ends. */
    private RegoObject make() {
        EntryObject made = RegoObject.growing();
        VerifiedClaims claims = identity.claims();
        if (claims != null && claims.holdAt(clock.epochNanos())) {
            made.put("claims", claims.claims()).put("issuer", RegoString.of(claims.issuer()));
        }
        return made.put("kind", RegoString.of(identity.kind().word())).sealed();
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
