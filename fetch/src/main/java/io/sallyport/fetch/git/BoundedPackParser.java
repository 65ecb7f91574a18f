package io.sallyport.fetch.git;

import io.sallyport.fetch.answer.FetchRefusal;
import java.io.IOException;
import java.io.InputStream;
import org.eclipse.jgit.internal.storage.dfs.DfsInserter;
import org.eclipse.jgit.internal.storage.dfs.DfsObjDatabase;
import org.eclipse.jgit.internal.storage.dfs.DfsPackParser;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.transport.PackedObjectInfo;

/**
 * Reads a pack under bounds. A pack says of itself how many objects it has and how large each is, and unpacks to a
 * thousand times its length; so each claim is judged before memory is taken for it. Confined to its thread.
 */
final class BoundedPackParser extends DfsPackParser {
    private final GitBounds bounds;
    private long unpacked;

    BoundedPackParser(DfsObjDatabase objects, DfsInserter inserter, InputStream in, GitBounds bounds) {
        super(objects, inserter, in);
        this.bounds = bounds;
    }

    @Override
    protected void onPackHeader(long objects) throws IOException {
        if (objects > bounds.objects()) {
            throw refused("more than " + bounds.objects() + " objects");
        }
        super.onPackHeader(objects);
    }

    @Override
    protected void onBeginWholeObject(long position, int type, long size) throws IOException {
        take(size);
        super.onBeginWholeObject(position, type, size);
    }

    @Override
    protected void onBeginOfsDelta(long position, long base, long size) throws IOException {
        take(size);
        super.onBeginOfsDelta(position, base, size);
    }

    @Override
    protected void onBeginRefDelta(long position, AnyObjectId base, long size) throws IOException {
        take(size);
        super.onBeginRefDelta(position, base, size);
    }

    @Override
    protected void onInflatedObjectData(PackedObjectInfo object, int type, byte[] content) throws IOException {
        take(content.length);
        super.onInflatedObjectData(object, type, content);
    }

    private void take(long size) throws IOException {
        if (size > bounds.objectBytes()) {
            throw refused("an object of more than " + bounds.objectBytes() + " bytes");
        }
        unpacked += size;
        if (unpacked > bounds.unpackedBytes()) {
            throw refused("more than " + bounds.unpackedBytes() + " bytes when unpacked");
        }
    }

    private static GitRefusedException refused(String why) {
        return new GitRefusedException(FetchRefusal.unsafe("the repository's pack holds " + why));
    }
}
