package io.sallyport.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Test classes are watched without any setup: these run as the tests of any module do. */
class LeakWatchExtensionTest {
    @Test
    void failsAClassThatLeaksAndNoOther() {
        TestExecutionSummary leaking = run(LeakingFixture.class);
        TestExecutionSummary tidy = run(TidyFixture.class);

        assertThat(leaking.getTestsSucceededCount()).isOne();
        assertThat(leaking.getFailures()).hasSize(1);
        assertThat(leaking.getFailures().get(0).getException()).hasMessageContaining("LeakingFixture left 1 leaks");
        assertThat(tidy.getFailures()).isEmpty();
    }

    private static TestExecutionSummary run(Class<?> fixture) {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(DiscoverySelectors.selectClass(fixture))
                                .build(),
                        listener);
        return listener.getSummary();
    }
}
