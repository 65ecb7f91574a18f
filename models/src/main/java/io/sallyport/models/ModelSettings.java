package io.sallyport.models;

import io.sallyport.inference.PriceTable;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the operator says of models. Immutable.
 *
 * @param rates of every call, by their names; each is configured
 * @param backends none: the gateway leads to no model
 * @param promptBytes of a prompt in the line of a record, at most; 0: records say nothing of prompts
 */
public record ModelSettings(
        List<ModelBackend> backends, PriceTable prices, ModelLimits limits, List<String> rates, int promptBytes) {
    /** No backends. */
    public static final ModelSettings NONE =
            new ModelSettings(List.of(), new PriceTable(List.of()), ModelLimits.DEFAULT, List.of(), 0);

    public ModelSettings {
        backends = List.copyOf(backends);
        rates = List.copyOf(rates);
    }

    /** Returns the names of the providers whose secrets backends are shown. */
    public Set<String> providers() {
        return backends.stream()
                .flatMap(backend -> Stream.of(backend.provider(), backend.certificate()))
                .flatMap(Stream::ofNullable)
                .collect(Collectors.toSet());
    }
}
