package io.sallyport.fetch.cache;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.fetch.tree.SkillPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;

/**
 * Takes the right to read entries of a cache away from whoever runs this, and looks for them; a program of its own
 * where a test asks for one.
 */
final class UnreadableEntries {
    private static final String URL = "https://github.com/acme/skills/tree/main/rust";
    private static final FetchSource PLACE = FetchSource.of(URL, URL);

    private UnreadableEntries() {}

    public static void main(String[] arguments) throws IOException {
        check(Path.of(arguments[0]));
    }

    /** They are damaged, once, and make room for what heals them. */
    static void check(Path root) throws IOException {
        SkillCache cache = SkillCache.open(root, CacheBounds.DEFAULT, InstantSource.system());
        CachedSkill kept = keep(cache);
        Path entry =
                root.resolve(".fullsend-cache/resources/sha256/" + kept.sha256().hex());
        for (Path denied : new Path[] {entry.resolve("tree/SKILL.md"), entry.resolve("tree"), entry}) {
            Files.setPosixFilePermissions(denied, Set.of());
            assertThat(Files.isReadable(denied)).as("may read everything").isFalse();
            assertThat(cache.find(kept.sha256(), PLACE)).isInstanceOf(SkillCache.Damaged.class);
            assertThat(cache.find(kept.sha256(), PLACE)).isEqualTo(new SkillCache.Miss());
            assertThat(keep(cache).sha256()).isEqualTo(kept.sha256());
        }
    }

    private static CachedSkill keep(SkillCache cache) throws IOException {
        try (UnfinishedSkill building = cache.begin()) {
            building.add(new SkillPath("SKILL.md"), "one".getBytes(UTF_8));
            return building.keep(PLACE, Instant.EPOCH);
        }
    }
}
