package io.sallyport.apiservers;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.apiservers.ServerLifecycle.Order;
import io.sallyport.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerLifecycleTest {
    private static final ExitStatus OK = new ExitStatus(0);
    private static final Order PROBE = new Order.Probe();
    private static final Order TERMINATE = new Order.Terminate();
    private static final Order KILL = new Order.Kill();

    private final ManualClock clock = new ManualClock(Instant.EPOCH);
    private final ServerLifecycle life = new ServerLifecycle(ServerTimes.STANDARD, clock.getAsLong());

    @Test
    void asksAtOnceAndThenEveryTenthOfASecondUntilItIsHealthy() {
        assertThat(life.started()).containsExactly(PROBE, wake(Duration.ofSeconds(30)));
        assertThat(probed(false)).containsExactly(wake(Duration.ofMillis(100)));
        assertThat(life.woke(clock.getAsLong())).containsExactly(PROBE);
        assertThat(life.state()).isInstanceOf(ServerState.Starting.class);

        assertThat(probed(true)).containsExactly(wake(Duration.ofSeconds(5)));
        assertThat(life.state()).isInstanceOf(ServerState.Healthy.class);
    }

    @Test
    void aSlowStartFailsAfterThirtySecondsAndNotBefore() {
        clock.advance(Duration.ofSeconds(30).minusNanos(1));
        assertThat(probed(false)).containsExactly(wake(Duration.ofMillis(100)));

        clock.advance(Duration.ofNanos(1));
        assertThat(probed(false)).containsExactly(TERMINATE, wake(Duration.ofSeconds(10)));
        assertThat(life.state()).isEqualTo(new ServerState.Failed(FailureCause.STARTUP_TIMEOUT, null));
        assertThat(life.state().isEnded()).isFalse();
    }

    /** Whatever becomes of its probes. */
    @Test
    void theTimeOfAStartIsUpWithoutAnAnswerToo() {
        clock.advance(Duration.ofSeconds(30));
        assertThat(life.woke(clock.getAsLong())).containsExactly(TERMINATE, wake(Duration.ofSeconds(10)));
        assertThat(life.state()).isEqualTo(new ServerState.Failed(FailureCause.STARTUP_TIMEOUT, null));
    }

    @Test
    void aProbeThatCouldNotBeMadeIsNoMissAndNoSignOfLife() {
        probed(true);
        probed(false);
        probed(false);
        for (int asked = 0; asked < 10; asked++) {
            assertThat(life.probed(HealthAnswer.UNASKED, clock.getAsLong()))
                    .containsExactly(wake(Duration.ofSeconds(5)));
        }
        assertThat(life.state()).isInstanceOf(ServerState.Healthy.class);
        probed(false);
        assertThat(life.state()).isEqualTo(new ServerState.Failed(FailureCause.HEALTH_LOST, null));
    }

    @Test
    void threeMissesInARowAreACrashAndTwoAreNot() {
        probed(true);
        probed(false);
        probed(false);
        probed(true);
        probed(false);
        assertThat(probed(false)).containsExactly(wake(Duration.ofSeconds(5)));
        assertThat(life.state()).isInstanceOf(ServerState.Healthy.class);

        assertThat(probed(false)).containsExactly(TERMINATE, wake(Duration.ofSeconds(10)));
        assertThat(life.state()).isEqualTo(new ServerState.Failed(FailureCause.HEALTH_LOST, null));
    }

    /** Else whoever floods /healthz could end a run. */
    @Test
    void oneThatIsTooBusyIsAliveButHasNotStarted() {
        assertThat(life.probed(HealthAnswer.BUSY, clock.getAsLong())).containsExactly(wake(Duration.ofMillis(100)));
        probed(true);
        for (int asked = 0; asked < 10; asked++) {
            life.probed(HealthAnswer.BUSY, clock.getAsLong());
        }
        assertThat(life.state()).isInstanceOf(ServerState.Healthy.class);
    }

    @Test
    void oneThatEndsBeforeItIsHealthyFails() {
        assertThat(life.exited(new ExitStatus(2))).containsExactly(KILL);
        assertThat(life.state()).isEqualTo(new ServerState.Failed(FailureCause.EXITED_EARLY, new ExitStatus(2)));
    }

    @Test
    void oneThatEndsWhileHealthyFailsAlsoWithStatusZero() {
        probed(true);
        life.exited(OK);
        assertThat(life.state()).isEqualTo(new ServerState.Failed(FailureCause.CRASHED, OK));
    }

    @Test
    void whatDoesNotEndWithinTheGraceIsKilledOnce() {
        probed(true);
        assertThat(life.stop(clock.getAsLong())).containsExactly(TERMINATE, wake(Duration.ofSeconds(10)));
        clock.advance(Duration.ofSeconds(5));
        assertThat(life.woke(clock.getAsLong()))
                .as("the wake-up of the health check")
                .isEmpty();
        clock.advance(Duration.ofSeconds(5));
        assertThat(life.woke(clock.getAsLong())).containsExactly(KILL);
        assertThat(life.woke(clock.getAsLong())).isEmpty();

        life.exited(new ExitStatus(137));
        assertThat(life.state()).isEqualTo(new ServerState.Stopped(new ExitStatus(137), true));
    }

    @Test
    void whatEndsWhenAskedIsStopped() {
        probed(true);
        life.stop(clock.getAsLong());
        assertThat(life.state()).isInstanceOf(ServerState.Stopping.class);
        life.exited(OK);
        assertThat(life.state()).isEqualTo(new ServerState.Stopped(OK, false));
        assertThat(life.stop(clock.getAsLong())).isEmpty();
    }

    @Test
    void theExitStatusOfAFailedOneIsAddedAndItsReasonKept() {
        probed(true);
        probed(false);
        probed(false);
        probed(false);
        life.exited(new ExitStatus(143));
        assertThat(life.state()).isEqualTo(new ServerState.Failed(FailureCause.HEALTH_LOST, new ExitStatus(143)));
        assertThat(life.state().isEnded()).isTrue();
    }

    @Test
    void aLateHealthyAnswerBringsNothingBack() {
        life.exited(new ExitStatus(1));
        assertThat(probed(true)).isEmpty();
        assertThat(life.state()).isInstanceOf(ServerState.Failed.class);
    }

    @Test
    void stoppingWhatHasFailedLeavesItFailed() {
        life.exited(new ExitStatus(1));
        assertThat(life.stop(clock.getAsLong())).isEmpty();
        assertThat(life.state()).isEqualTo(new ServerState.Failed(FailureCause.EXITED_EARLY, new ExitStatus(1)));
    }

    private List<Order> probed(boolean healthy) {
        return life.probed(healthy ? HealthAnswer.OK : HealthAnswer.ABSENT, clock.getAsLong());
    }

    private static Order wake(Duration after) {
        return new Order.WakeAfter(after.toNanos());
    }
}
