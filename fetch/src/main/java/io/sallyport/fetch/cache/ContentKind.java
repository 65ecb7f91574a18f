package io.sallyport.fetch.cache;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import io.sallyport.fetch.cache.SkillCache.Damaged;
import io.sallyport.fetch.cache.SkillCache.FileHit;
import io.sallyport.fetch.cache.SkillCache.Found;
import io.sallyport.fetch.cache.SkillCache.Hit;
import io.sallyport.fetch.tree.SkillDirectory;
import io.sallyport.fetch.tree.TreeEntry;
import io.sallyport.fetch.tree.TreeHash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What is kept, each kind for itself: a file can be made whose hash is that of a skill. */
enum ContentKind {
    /** {@code tree/} and {@code metadata.json}. */
    SKILL("resources") {
        @Override
        Found read(Path entry, Metadata metadata) throws IOException {
            Path tree = entry.resolve(UnfinishedSkill.TREE);
            if (!Files.isDirectory(tree, NOFOLLOW_LINKS)) {
                return new Damaged("not a directory");
            }
            return switch (SkillDirectory.read(tree)) {
                case SkillDirectory.Unfit(var faults) -> new Damaged(faults.getFirst());
                case SkillDirectory.Whole(var files)
                when !TreeHash.of(files).equals(metadata.sha256()) -> new Damaged("its files have another hash");
                case SkillDirectory.Whole(var files) ->
                    new Hit(new CachedSkill(tree, metadata.sha256(), metadata.fetchTime(), files, sizes(tree, files)));
            };
        }

        @Override
        byte[] json(Metadata metadata, Found found) {
            return metadata.json(found instanceof Hit(var skill) ? skill.entries() : List.of());
        }
    },
    /** {@code content} and {@code metadata.json}. */
    FILE("files") {
        @Override
        Found read(Path entry, Metadata metadata) throws IOException {
            Path content = entry.resolve(UnfinishedFile.CONTENT);
            if (!Files.isRegularFile(content, NOFOLLOW_LINKS)) {
                return new Damaged("not a file");
            }
            var file = new CachedFile(content, metadata.sha256(), metadata.fetchTime(), Files.size(content));
            return file.isWhole() ? new FileHit(file) : new Damaged("it has another hash");
        }

        @Override
        byte[] json(Metadata metadata, Found found) {
            return metadata.fileJson();
        }
    };

    private final String directory;

    ContentKind(String directory) {
        this.directory = directory;
    }

    /** Where entries of it are. */
    Path below(Path root) {
        return root.resolve(directory).resolve("sha256");
    }

    /** The entry, after a look at every byte of it; {@code metadata} are its own. */
    abstract Found read(Path entry, Metadata metadata) throws IOException;

    /** What {@code metadata.json} says of what was found. */
    abstract byte[] json(Metadata metadata, Found found);

    private static long sizes(Path tree, List<TreeEntry> files) throws IOException {
        long bytes = 0;
        for (TreeEntry file : files) {
            bytes += Files.size(PrivateFiles.below(tree, file.path().text()));
        }
        return bytes;
    }
}
