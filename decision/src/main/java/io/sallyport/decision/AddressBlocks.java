package io.sallyport.decision;

import io.sallyport.model.host.Cidr;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Blocks of addresses as obligations contain them, {@code 10.0.0.0/8}. */
final class AddressBlocks {
    private AddressBlocks() {}

    /**
     * Returns the blocks that are in both lists. An empty list means public addresses, which are not a block: if one
     * list is empty and the other is not, nothing is in both.
     *
     * @return null if nothing is in both
     */
    static @Nullable List<String> inBoth(List<String> one, List<String> other) {
        if (one.equals(other)) {
            return one;
        }
        Set<String> both = new LinkedHashSet<>();
        for (Cidr block : Cidr.among(one)) {
            for (Cidr second : Cidr.among(other)) {
                if (block.overlaps(second)) {
                    both.add((second.contains(block) ? block : second).toString());
                }
            }
        }
        return both.isEmpty() ? null : List.copyOf(both);
    }
}
