package io.sallyport.control;

import io.sallyport.control.SandboxPart.Prepared;
import io.sallyport.model.SandboxId;
import io.sallyport.model.placeholder.SandboxPlaceholders;
import java.util.List;

/**
 * The parts that one put prepares, in list order. {@link #close} abandons those that were prepared, unless {@link
 * #keep} was called. Confined to the lane of the sandbox.
 */
final class PreparedParts implements AutoCloseable {
    private final List<SandboxPart> all;
    private final SandboxId id;
    private int prepared;

    PreparedParts(List<SandboxPart> all, SandboxId id) {
        this.all = all;
        this.id = id;
    }

    /** Prepares every part, up to the first that refuses. Returns the placeholders of all of them. */
    Prepared prepare(SandboxSpec spec, boolean isThere) {
        SandboxPlaceholders placeholders = SandboxPlaceholders.NONE;
        for (SandboxPart part : all) {
            switch (part.prepare(id, spec, isThere)) {
                case Prepared.Refused refused -> {
                    return refused;
                }
                case Prepared.Ready(SandboxPlaceholders told) -> placeholders = placeholders.with(told);
            }
            prepared++;
        }
        return new Prepared.Ready(placeholders);
    }

    /** Called when the put is in force. */
    void keep() {
        prepared = 0;
    }

    @Override
    public void close() {
        all.subList(0, prepared).forEach(part -> part.abandon(id));
    }
}
