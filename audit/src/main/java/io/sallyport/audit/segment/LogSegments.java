package io.sallyport.audit.segment;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * The files of a log that is written: opens the file that lines are added to, and keeps the closed segments in order,
 * on a thread of its own. Safe for concurrent use, but {@link #open} is for the writer thread.
 */
public final class LogSegments implements LineSink.Opener {
    private final SegmentFiles files;
    private final SegmentSettings settings;
    private final InstantSource wall;
    private final LongSupplier nanoClock;
    private final SegmentMaintenance maintenance;

    /**
     * Describes the files of a log; touches none.
     *
     * @param open the file that is written to
     * @param wall for the age of lines
     * @param nanoClock elapsed nanoseconds
     */
    public LogSegments(Path open, SegmentSettings settings, InstantSource wall, LongSupplier nanoClock) {
        files = SegmentFiles.of(open);
        this.settings = settings;
        this.wall = wall;
        this.nanoClock = nanoClock;
        maintenance = new SegmentMaintenance(files, settings, wall);
    }

    public SegmentFiles files() {
        return files;
    }

    @Override
    public LineSink open() throws IOException {
        LineSink open = OpenSegment.open(files, settings, wall, nanoClock);
        maintenance.wake();
        return open;
    }

    /** Begins to keep the closed segments in order, beginning with what a crash left half done. */
    public void start() {
        if (!settings.changesNothing()) {
            maintenance.start();
        }
    }

    /** Ends that. A segment that is being compressed stays as it was. */
    @Override
    public void close() {
        maintenance.close();
    }
}
