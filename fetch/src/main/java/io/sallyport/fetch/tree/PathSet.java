package io.sallyport.fetch.tree;

import java.util.HashSet;
import java.util.Set;

/**
 * The files of one skill while they are gathered: each once, and none that is a directory too. Confined to its thread.
 */
public final class PathSet {
    private final Set<String> files = new HashSet<>();
    private final Set<String> directories = new HashSet<>();

    /** Whether a path was taken. */
    public sealed interface Addition {}

    public record Added() implements Addition {}

    /** It cannot be with the others. */
    public record Clash(String why) implements Addition {}

    /** Takes {@code path} unless it clashes with another. */
    public Addition add(SkillPath path) {
        String text = path.text();
        if (directories.contains(text)) {
            return new Clash("a file that is a directory too");
        }
        for (int slash = text.indexOf('/'); slash >= 0; slash = text.indexOf('/', slash + 1)) {
            String directory = text.substring(0, slash);
            if (files.contains(directory)) {
                return new Clash("a file that is a directory too");
            }
            directories.add(directory);
        }
        return files.add(text) ? new Added() : new Clash("a file that is named twice");
    }

    public int size() {
        return files.size();
    }
}
