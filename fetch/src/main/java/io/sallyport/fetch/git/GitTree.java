package io.sallyport.fetch.git;

import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.forge.CollectedFiles;
import io.sallyport.fetch.forge.EntryKind;
import io.sallyport.fetch.tree.SkillPath;
import io.sallyport.model.ReasonCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.treewalk.CanonicalTreeParser;
import org.jspecify.annotations.Nullable;

/**
 * Lists the files below one directory of a commit. A tree may hold the same tree many times over, so what is listed is
 * bounded and not only what came. Confined to its thread.
 */
final class GitTree {
    private final ObjectReader reader;
    private final SkillPath directory;
    private final CollectedFiles collected;
    private final GitBounds bounds;
    private final Deque<Below> directories = new ArrayDeque<>();
    private final List<GitFile> files = new ArrayList<>();
    private int listed;

    GitTree(ObjectReader reader, SkillPath directory, CollectedFiles collected, GitBounds bounds) {
        this.reader = reader;
        this.directory = directory;
        this.collected = collected;
        this.bounds = bounds;
    }

    private record Below(ObjectId tree, String path) {}

    /** All of them, announced. */
    List<GitFile> files(ObjectId root) throws IOException, RefusedException {
        ObjectId at = root;
        for (String name : directory.segments()) {
            at = child(at, name);
        }
        directories.add(new Below(at, directory.text()));
        while (!directories.isEmpty()) {
            list(directories.remove());
        }
        return List.copyOf(files);
    }

    private ObjectId child(ObjectId tree, String name) throws IOException, RefusedException {
        for (var entry = open(tree); !entry.eof(); entry.next(1)) {
            if (name.equals(name(entry))) {
                if (EntryKind.ofMode(entry.getEntryRawMode()) != EntryKind.DIRECTORY) {
                    throw new RefusedException(FetchRefusal.noFiles("the path names no directory"));
                }
                return entry.getEntryObjectId();
            }
        }
        throw new RefusedException(
                FetchRefusal.forgeFailed(ReasonCode.UPSTREAM_REFUSED, "git: the commit has no such directory"));
    }

    private void list(Below below) throws IOException, RefusedException {
        listed++;
        if (listed > bounds.directories()) {
            throw new RefusedException(FetchRefusal.unsafe("more than " + bounds.directories() + " directories"));
        }
        for (var entry = open(below.tree); !entry.eof(); entry.next(1)) {
            String name = name(entry);
            if (name == null) {
                throw CollectedFiles.unsafe("a name that is not Unicode", below.path);
            }
            if (name.indexOf('/') >= 0) {
                throw CollectedFiles.unsafe("a slash in a name", below.path + "/" + name);
            }
            take(entry, below.path + "/" + name);
        }
    }

    private void take(CanonicalTreeParser entry, String path) throws RefusedException {
        SkillPath relative = CollectedFiles.relative(directory, path);
        EntryKind kind = EntryKind.ofMode(entry.getEntryRawMode());
        kind.requireFit(path);
        if (kind == EntryKind.FILE) {
            collected.announce(relative);
            files.add(new GitFile(relative, entry.getEntryObjectId()));
        } else {
            directories.add(new Below(entry.getEntryObjectId(), path));
        }
    }

    private CanonicalTreeParser open(ObjectId tree) throws IOException {
        var parser = new CanonicalTreeParser();
        parser.reset(reader, tree);
        return parser;
    }

    /** As it is written, or null where it is no UTF-8. */
    private static @Nullable String name(CanonicalTreeParser entry) {
        byte[] name = new byte[entry.getNameLength()];
        entry.getName(name, 0);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(name))
                    .toString();
        } catch (CharacterCodingException _) {
            return null;
        }
    }
}
