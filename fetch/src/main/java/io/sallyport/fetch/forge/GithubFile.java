package io.sallyport.fetch.forge;

import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.url.SkillLocation;
import java.util.Map;

/** Gets single files by GitHub's contents API. Confined to the thread of the fetch. */
record GithubFile(ForgeCalls calls, SkillLocation location, CollectedFiles collected) {
    static final Map<String, String> JSON =
            Map.of("Accept", "application/vnd.github+json", "X-GitHub-Api-Version", "2022-11-28");

    private static final Map<String, String> RAW =
            Map.of("Accept", "application/vnd.github.raw+json", "X-GitHub-Api-Version", "2022-11-28");

    /** Past it the JSON form holds no content. */
    private static final long MAX_INLINE_BYTES = 1L << 20;

    /** Of the JSON form: the content in base64, in lines, and what stands beside it. */
    private static final long MAX_JSON_BYTES = MAX_INLINE_BYTES / 2 * 3;

    /** @param size as it was listed */
    byte[] get(String path, String size) throws RefusedException {
        if (size.length() > 18 || Long.parseLong(size.matches("[0-9]+") ? size : "0") > MAX_INLINE_BYTES) {
            return raw(path);
        }
        var answer =
                ForgeJson.read(calls.get(target(path), JSON, MAX_JSON_BYTES).body());
        if (answer.isArray()) {
            throw CollectedFiles.unsafe("a file that is a directory too", path);
        }
        Map<String, String> file = answer.objects().getFirst();
        EntryKind kind = EntryKind.ofContent(ForgeJson.text(file, "type"));
        kind.requireFit(path);
        if (kind != EntryKind.FILE) {
            throw CollectedFiles.unsafe("a file that is a directory too", path);
        }
        String content = file.getOrDefault("content", "");
        boolean isInline = ForgeJson.text(file, "encoding").equals("base64")
                && (!content.isBlank() || file.getOrDefault("size", "0").equals("0"));
        return isInline ? ForgeJson.base64(content) : raw(path);
    }

    private byte[] raw(String path) throws RefusedException {
        // One byte more than there is room for: what is too much is refused for it, and not as a fault of the forge.
        return calls.get(target(path), RAW, collected.room() + 1).body();
    }

    String repository() {
        return "/repos/" + PercentEncoder.path(String.join("/", location.project()));
    }

    String target(String path) {
        return repository() + "/contents/" + PercentEncoder.path(path) + "?ref="
                + PercentEncoder.segment(location.ref());
    }
}
