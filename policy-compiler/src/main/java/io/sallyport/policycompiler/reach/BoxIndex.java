package io.sallyport.policycompiler.reach;

import io.sallyport.regoengine.builtin.pattern.automaton.Language;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Boxes by their host, so that those of other hosts are not looked at. Immutable once it is built. */
final class BoxIndex {
    private final Map<String, List<GrantedBox>> byHost = new HashMap<>();
    private final List<GrantedBox> patterns = new ArrayList<>();
    private final List<GrantedBox> all;
    private final Set<RequestBox> boxes = new HashSet<>();

    BoxIndex(List<GrantedBox> all) {
        this.all = List.copyOf(all);
        for (GrantedBox granted : all) {
            String host = granted.box().hosts().only();
            boxes.add(granted.box());
            if (host == null) {
                patterns.add(granted);
            } else {
                byHost.computeIfAbsent(host, _ -> new ArrayList<>()).add(granted);
            }
        }
    }

    List<GrantedBox> all() {
        return all;
    }

    boolean has(RequestBox box) {
        return boxes.contains(box);
    }

    /** Returns at least those that have requests to one of {@code hosts}. */
    Stream<GrantedBox> near(Language hosts) {
        String host = hosts.only();
        return host == null
                ? all.stream()
                : Stream.concat(byHost.getOrDefault(host, List.of()).stream(), patterns.stream());
    }
}
