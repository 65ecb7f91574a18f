package io.sallyport.models;

import io.sallyport.inference.PriceTable;
import java.util.List;

/**
 * What the operator says of models. Immutable.
 *
 * @param rates of every call, by their names; each is configured
 * @param backends none: the gateway leads to no model
 */
public record ModelSettings(List<ModelBackend> backends, PriceTable prices, ModelLimits limits, List<String> rates) {
    /** No backends. */
    public static final ModelSettings NONE =
            new ModelSettings(List.of(), new PriceTable(List.of()), ModelLimits.DEFAULT, List.of());

    public ModelSettings {
        backends = List.copyOf(backends);
        rates = List.copyOf(rates);
    }
}
