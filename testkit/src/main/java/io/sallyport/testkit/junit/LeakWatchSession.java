package io.sallyport.testkit.junit;

import io.sallyport.testkit.LeakWatch;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Installs the {@link LeakWatch} before the first test class is loaded, and enables the discovery of {@link
 * LeakWatchExtension}. JUnit finds it in {@code META-INF/services}, so every module that uses the test kit is watched
 * without further setup.
 */
public final class LeakWatchSession implements LauncherSessionListener {
    @Override
    public void launcherSessionOpened(LauncherSession session) {
        System.setProperty("junit.jupiter.extensions.autodetection.enabled", "true");
        LeakWatch.install();
    }
}
