package io.sallyport.transport;

import io.netty.channel.unix.FileDescriptor;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Opens the pipes of one event loop, up to a bound; each takes two descriptors. Confined to that loop. */
public final class SplicePipes {
    private final int most;
    private int open;

    /** @param most how many pipes may be open at a time; 0 for none */
    public SplicePipes(int most) {
        this.most = most;
    }

    /** Returns a new pipe, which the caller closes; null if as many as may be are open, or the kernel gives none. */
    public @Nullable SplicePipe open() {
        if (open >= most) {
            return null;
        }
        try {
            FileDescriptor[] ends = FileDescriptor.pipe();
            open++;
            return new SplicePipe(ends[0], ends[1], () -> open--);
        } catch (IOException _) {
            return null;
        }
    }
}
