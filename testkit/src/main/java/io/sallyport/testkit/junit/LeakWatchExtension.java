package io.sallyport.testkit.junit;

import io.sallyport.testkit.LeakWatch;
import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Fails the test class after which a leaked buffer was found; the class, or something it left running, leaked it. */
public final class LeakWatchExtension implements AfterAllCallback {
    @Override
    public void afterAll(ExtensionContext context) {
        List<String> reports = LeakWatch.reports();
        if (!reports.isEmpty()) {
            throw new AssertionError(
                    context.getDisplayName() + " left " + reports.size() + " leaks:\n" + String.join("\n", reports));
        }
    }
}
