package io.sallyport.gateway.serve;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What was opened one after the other, closed in reverse. Confined to who opens, then to who closes. */
public final class OpenedResources implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OpenedResources.class);

    private final List<AutoCloseable> all = new ArrayList<>();

    public <T extends AutoCloseable> T add(T one) {
        all.add(one);
        return one;
    }

    /** Closes all, also behind one that cannot be. */
    @Override
    public void close() {
        for (AutoCloseable one : all.reversed()) {
            try {
                one.close();
            } catch (Exception e) {
                LOG.warn("could not be closed", e);
            }
        }
    }
}
