package io.sallyport.fetch.cache;

import io.sallyport.model.Sha256;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;

/**
 * A single file that is being built in a private directory beside the cache. Whoever began it closes it; what was not
 * kept then is gone. Confined to the thread of the fetch, which it blocks.
 */
public final class UnfinishedFile implements AutoCloseable {
    static final String CONTENT = "content";

    private final SkillCache cache;
    private final Path directory;
    private final FileChannel channel;
    private final MessageDigest digest = Sha256.newDigest();
    private long bytes;

    UnfinishedFile(SkillCache cache, Path directory) throws IOException {
        this.cache = cache;
        this.directory = directory;
        this.channel = PrivateFiles.create(directory.resolve(CONTENT));
    }

    /** Writes the next piece. */
    public void write(byte[] piece) throws IOException {
        cache.requireFree();
        digest.update(piece);
        bytes += piece.length;
        ByteBuffer rest = ByteBuffer.wrap(piece);
        while (rest.hasRemaining()) {
            channel.write(rest);
        }
    }

    /** The hash of all that was written; nothing is written after it. */
    public Sha256 end() {
        return Sha256.of(digest);
    }

    /**
     * Moves it into the cache.
     *
     * @param sha256 what {@link #end} said
     */
    public CachedFile keep(Sha256 sha256, FetchSource place, Instant fetchTime) throws IOException {
        channel.force(true);
        channel.close();
        PrivateFiles.write(
                directory.resolve(Metadata.FILE),
                Metadata.of(place, fetchTime, sha256).fileJson());
        PrivateFiles.sync(directory);
        Path kept = cache.takeIn(ContentKind.FILE, directory, sha256, place);
        return new CachedFile(kept.resolve(CONTENT), sha256, fetchTime, bytes);
    }

    @Override
    public void close() throws IOException {
        channel.close();
        PrivateFiles.delete(directory);
    }
}
