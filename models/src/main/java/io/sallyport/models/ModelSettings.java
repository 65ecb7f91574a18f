package io.sallyport.models;

import io.sallyport.inference.PriceTable;
import java.util.List;

/**
 * What the operator says of models. Immutable.
 *
 * @param backends none: the gateway leads to no model
 */
public record ModelSettings(List<ModelBackend> backends, PriceTable prices, ModelLimits limits) {
    /** No backends. */
    public static final ModelSettings NONE =
            new ModelSettings(List.of(), new PriceTable(List.of()), ModelLimits.DEFAULT);

    public ModelSettings {
        backends = List.copyOf(backends);
    }
}
