package io.sallyport.regoengine.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The locals of which a block may read what was in them before it began. OPA's planner uses a local again in another
 * block.
 */
final class ExposedReads {
    private final Set<Integer> assigned = new HashSet<>();
    private final Set<Integer> exposed = new HashSet<>();

    private ExposedReads() {}

    static Set<Integer> of(Block block) {
        ExposedReads reads = new ExposedReads();
        reads.look(block, List.of());
        return reads.exposed;
    }

    /** What a block assigns is assigned as far as its end: it may be left before, but not come to there. */
    private void look(Block block, List<Integer> given) {
        List<Integer> added = new ArrayList<>();
        given.forEach(local -> assign(local, added));
        for (Statement statement : block.statements()) {
            for (int local : Sources.of(statement)) {
                if (!assigned.contains(local)) {
                    exposed.add(local);
                }
            }
            List<Integer> targets = statement instanceof Statement.With ? List.of() : Targets.of(statement);
            boolean isScan = statement instanceof Statement.Scan;
            Blocks.within(statement).forEach(inner -> look(inner, isScan ? targets : List.of()));
            if (!isScan) {
                targets.forEach(local -> assign(local, added));
            }
        }
        added.forEach(assigned::remove);
    }

    private void assign(int local, List<Integer> added) {
        if (assigned.add(local)) {
            added.add(local);
        }
    }
}
