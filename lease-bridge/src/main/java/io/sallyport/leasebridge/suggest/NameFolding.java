package io.sallyport.leasebridge.suggest;

import io.sallyport.model.CanonicalAction;
import io.sallyport.model.RequestKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * Folds targets of actions that differ only in their last part: if at least {@link PathFolding#ENOUGH} share a parent,
 * a star replaces their last parts. Names without a parent, including files directly below the root, are never folded.
 */
public final class NameFolding {
    private NameFolding() {}

    /** Returns one line for each target. Skill names are ignored, since a lease does not distinguish them. */
    public static List<LeastName> exact(Collection<CanonicalAction> actions) {
        Map<List<String>, LeastName> lines = new LinkedHashMap<>();
        actions.forEach(action ->
                lines.merge(List.of(action.capability(), action.target()), LeastName.of(action), NameFolding::joined));
        return List.copyOf(lines.values());
    }

    private static LeastName joined(LeastName one, LeastName more) {
        var all = new LinkedHashSet<>(one.questions());
        all.addAll(more.questions());
        return new LeastName(one.capability(), one.pattern(), one.folded(), List.copyOf(all));
    }

    /** Returns fewer lines, some of which grant more than was asked for. */
    public static List<LeastName> folded(List<LeastName> exact) {
        Map<List<String>, List<LeastName>> byParent = new LinkedHashMap<>();
        exact.forEach(line -> byParent.computeIfAbsent(List.of(line.capability(), parent(line)), _ -> new ArrayList<>())
                .add(line));
        List<LeastName> found = new ArrayList<>();
        byParent.forEach((key, group) -> {
            String parent = key.getLast();
            if (group.size() < PathFolding.ENOUGH || parent.isEmpty()) {
                found.addAll(group);
            } else {
                found.add(new LeastName(
                        key.getFirst(),
                        parent + "*",
                        true,
                        group.stream()
                                .flatMap(line -> line.questions().stream())
                                .toList()));
            }
        });
        return found;
    }

    /**
     * Returns everything before the last part, with the separator; empty if there is nothing to fold or a star in it.
     */
    private static String parent(LeastName line) {
        String target = line.pattern();
        int last = separator(line.questions().getFirst().kind(), target);
        boolean folds = last > 0 && last < target.length() - 1 && target.indexOf('*') < 0;
        return folds ? target.substring(0, last + 1) : "";
    }

    private static int separator(RequestKind kind, String target) {
        return switch (kind) {
            case TOOL -> Math.max(target.lastIndexOf('.'), target.lastIndexOf('/'));
            case DELEGATE -> target.indexOf('@');
            case FILE, MODEL, VENDOR -> target.lastIndexOf('/');
            case CONNECT, HTTP, FETCH -> -1;
        };
    }
}
