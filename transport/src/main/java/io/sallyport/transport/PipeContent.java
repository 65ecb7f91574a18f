package io.sallyport.transport;

import io.netty.channel.FileRegion;
import io.netty.channel.unix.FileDescriptor;
import io.netty.util.AbstractReferenceCounted;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;

/** What is in a pipe, as a message that a channel writes: the kernel moves it to the socket. Confined to its loop. */
final class PipeContent extends AbstractReferenceCounted implements FileRegion {
    private final SplicePipe pipe;
    private final FileDescriptor to;
    private final int count;
    private long gone;

    PipeContent(SplicePipe pipe, FileDescriptor to, int count) {
        this.pipe = pipe;
        this.to = to;
        this.count = count;
    }

    /** @param target not used: the socket is known, and is the one that this is written to */
    @Override
    public long transferTo(WritableByteChannel target, long position) throws IOException {
        int moved = pipe.empty(to, count - gone);
        gone += moved;
        return moved;
    }

    @Override
    public long position() {
        return 0;
    }

    @Override
    @Deprecated
    public long transfered() {
        return gone;
    }

    @Override
    public long transferred() {
        return gone;
    }

    @Override
    public long count() {
        return count;
    }

    @Override
    protected void deallocate() {
        pipe.released(gone == count);
    }

    @Override
    public FileRegion retain() {
        super.retain();
        return this;
    }

    @Override
    public FileRegion retain(int increment) {
        super.retain(increment);
        return this;
    }

    @Override
    public FileRegion touch() {
        return this;
    }

    @Override
    public FileRegion touch(Object hint) {
        return this;
    }
}
