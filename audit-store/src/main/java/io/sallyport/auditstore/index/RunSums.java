package io.sallyport.auditstore.index;

import java.util.List;
import org.apache.lucene.index.IndexReader;

/**
 * What was counted of several parts of the index that follow each other, added up. Immutable.
 *
 * @param parts none of which lost a record
 * @param sums to which nothing is added any more
 */
record RunSums(List<IndexReader.CacheKey> parts, GroupSums sums) implements KeptSums {
    RunSums {
        parts = List.copyOf(parts);
    }

    @Override
    public long bytes() {
        return sums.bytes();
    }

    /** Returns whether {@code present} begins with these parts. */
    boolean begins(List<IndexReader.CacheKey> present) {
        return present.size() >= parts.size()
                && present.subList(0, parts.size()).equals(parts);
    }
}
