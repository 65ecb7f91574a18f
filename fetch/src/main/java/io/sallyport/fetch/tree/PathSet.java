package io.sallyport.fetch.tree;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The files of one skill while they are gathered: each once, and none that is a directory too. Confined to its thread. */
public final class PathSet {
    private final Set<String> files = new HashSet<>();
    private final Set<String> directories = new HashSet<>();

    /** Takes {@code path}, or says why it cannot stand beside the others. */
    public @Nullable String add(SkillPath path) {
        String text = path.text();
        if (directories.contains(text)) {
            return "a file that is a directory too";
        }
        for (int slash = text.indexOf('/'); slash >= 0; slash = text.indexOf('/', slash + 1)) {
            String directory = text.substring(0, slash);
            if (files.contains(directory)) {
                return "a file that is a directory too";
            }
            directories.add(directory);
        }
        return files.add(text) ? null : "a file that is named twice";
    }

    public int size() {
        return files.size();
    }
}
