package io.sallyport.gateway.serve;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Resources that are closed in reverse order of opening. Confined to the thread that opens, then to the one that
 * closes.
 */
public final class OpenedResources implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OpenedResources.class);

    private final List<AutoCloseable> all = new ArrayList<>();

    public <T extends AutoCloseable> T add(T one) {
        all.add(one);
        return one;
    }

    /** Closes all resources, even if one fails to close. */
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
