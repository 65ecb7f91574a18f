package io.sallyport.inference;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Prices by the name of the model. Of several entries that match, an exact name counts before a prefix, and a longer
 * prefix before a shorter one. Immutable.
 */
public final class PriceTable {
    /** The maximum number of entries. */
    public static final int MAX_ENTRIES = 10_000;

    /**
     * One line of the table.
     *
     * @param models the name of a model, or a prefix that ends in {@code *}
     */
    public record Entry(String models, ModelPrice price) {}

    private final Map<String, ModelPrice> exact = new HashMap<>();
    private final Map<String, ModelPrice> prefixes = new HashMap<>();

    /** @throws IllegalArgumentException if there are too many entries, or two of one name */
    public PriceTable(Collection<Entry> entries) {
        if (entries.size() > MAX_ENTRIES) {
            throw new IllegalArgumentException("more than " + MAX_ENTRIES + " prices");
        }
        for (Entry entry : entries) {
            String models = entry.models();
            boolean prefix = models.endsWith("*");
            String name = prefix ? models.substring(0, models.length() - 1) : models;
            if ((prefix ? prefixes : exact).putIfAbsent(name, entry.price()) != null) {
                throw new IllegalArgumentException("two prices for " + models);
            }
        }
    }

    /** Returns the price of a model, if the table has one; {@code *} alone matches every model. */
    public Optional<ModelPrice> price(String model) {
        ModelPrice found = exact.get(model);
        for (int length = model.length(); found == null && length >= 0; length--) {
            found = prefixes.get(model.substring(0, length));
        }
        return Optional.ofNullable(found);
    }

    /** Returns the currencies of all prices, sorted. */
    public List<String> currencies() {
        return Stream.concat(exact.values().stream(), prefixes.values().stream())
                .map(ModelPrice::currency)
                .distinct()
                .sorted()
                .toList();
    }
}
