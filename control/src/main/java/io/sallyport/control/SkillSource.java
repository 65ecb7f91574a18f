package io.sallyport.control;

import java.io.IOException;
import java.util.Map;
import java.util.function.BiPredicate;

/** The operator's folder of skill manifests. Reads only manifests from the disk, never code. */
@FunctionalInterface
public interface SkillSource {
    /** Returns the folder's current content. */
    Found read() throws IOException;

    /**
     * The content of the folder.
     *
     * @param manifests file name to text
     * @param has whether a skill (first argument) has a module (second); checks for the file without opening it
     */
    record Found(Map<String, String> manifests, BiPredicate<String, String> has) {
        public Found {
            manifests = Map.copyOf(manifests);
        }
    }
}
