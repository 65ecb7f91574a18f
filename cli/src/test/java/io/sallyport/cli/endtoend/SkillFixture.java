package io.sallyport.cli.endtoend;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.fetch.tree.SkillPath;
import io.sallyport.fetch.tree.TreeEntry;
import io.sallyport.fetch.tree.TreeHash;
import io.sallyport.model.Sha256;
import io.sallyport.testkit.LocalForge;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A skill in a folder of a local forge, and a harness that may fetch it.
 *
 * @param name of its folder
 * @param url with the hash of the whole skill
 */
public record SkillFixture(String name, Map<String, String> files, String url) {
    /** One file of one line. */
    public static final SkillFixture RUST = of(Map.of("SKILL.md", "# Rust\n"));

    /** Opts in; {@code max_runtime_fetches} may be appended. */
    public static final String HARNESS = """
            agent: agents/coder.md
            role: coder
            allowed_remote_resources: ["https://github.com/acme/"]
            allow_runtime_fetch: true
            """;

    static SkillFixture of(Map<String, String> files) {
        return of("rust", files);
    }

    static SkillFixture of(String name, Map<String, String> files) {
        List<TreeEntry> entries = new ArrayList<>();
        files.forEach(
                (path, content) -> entries.add(new TreeEntry(new SkillPath(path), Sha256.of(content.getBytes(UTF_8)))));
        String url = "https://github.com/acme/skills/tree/main/" + name + "#sha256=" + TreeHash.of(entries);
        return new SkillFixture(name, files, url);
    }

    /** Returns a forge that contains it. */
    public LocalForge forge() {
        return onto(LocalForge.plain());
    }

    /** Adds it to {@code forge}. */
    LocalForge onto(LocalForge forge) {
        files.forEach((path, content) -> forge.file("acme/skills@main", name + "/" + path, content));
        return forge;
    }

    /** Returns its name after landing. */
    public String landed() {
        return url.substring(url.length() - 64).substring(0, 8) + "-" + name;
    }
}
