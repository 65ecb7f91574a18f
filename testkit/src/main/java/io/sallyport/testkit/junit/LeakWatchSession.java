package io.sallyport.testkit.junit;

import io.sallyport.testkit.LeakWatch;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Installs the {@link LeakWatch} before the first test class is loaded, and switches on the discovery of
 * {@link LeakWatchExtension}. Found by JUnit in {@code META-INF/services}: a module that tests with the test kit is
 * watched without doing anything.
 */
public final class LeakWatchSession implements LauncherSessionListener {
    @Override
    public void launcherSessionOpened(LauncherSession session) {
        System.setProperty("junit.jupiter.extensions.autodetection.enabled", "true");
        LeakWatch.install();
    }
}
