package io.sallyport.control;

import java.io.IOException;
import java.util.Map;
import java.util.function.BiPredicate;

/** Where an operator keeps manifests of skills. Reads the disk, and manifests only: never code. */
@FunctionalInterface
public interface SkillSource {
    /** What stands there now. */
    Found read() throws IOException;

    /**
     * Manifests.
     *
     * @param manifests file name to text
     * @param has whether a skill has a module, which is looked for and not opened
     */
    record Found(Map<String, String> manifests, BiPredicate<String, String> has) {
        public Found {
            manifests = Map.copyOf(manifests);
        }
    }
}
