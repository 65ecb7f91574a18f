package io.sallyport.leasebridge.arcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.leasebridge.arcp.JobChange.Ended;
import io.sallyport.leasebridge.arcp.JobChange.Granted;
import io.sallyport.leasebridge.arcp.JobChange.Spent;
import io.sallyport.testkit.junit.ArcpPeer;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Beside the runtime of another implementation, over WebSocket. */
class ArcpLinkTest {
    private static final String LEASE = "{\"net.fetch\":[\"https://h/**\"],\"cost.budget\":[\"USD:1.00\"]}";
    private static final Duration POLL = Duration.ofMillis(50);

    @TempDir
    Path folder = Path.of("");

    private final BlockingQueue<JobChange> changes = new LinkedBlockingQueue<>();
    private ArcpPeer peer;
    private ArcpLink link;

    @BeforeEach
    void start() throws IOException {
        peer = ArcpPeer.start(folder);
        link = ArcpLink.start(
                new ArcpLink.Settings(peer.url(), ArcpPeer.TOKEN, POLL),
                new JobLeases() {
                    @Override
                    public Collection<String> known() {
                        return List.of();
                    }

                    @Override
                    public void apply(JobChange change) {
                        changes.add(change);
                    }
                },
                InstantSource.system(),
                System::nanoTime);
    }

    @AfterEach
    void stop() throws IOException {
        if (link != null) {
            link.close();
        }
        if (peer != null) {
            peer.close();
        }
    }

    @Test
    void aJobsLeaseItsSpendingAndItsEndAreHeard() throws Exception {
        String job = peer.submit(LEASE);
        assertThat(next()).isInstanceOfSatisfying(Granted.class, granted -> {
            assertThat(granted.jobId()).isEqualTo(job);
            assertThat(granted.agent()).startsWith("worker");
            assertThat(granted.lease()).isEqualTo(LEASE);
        });
        peer.metric(job, "cost.inference", "0.1", "USD");
        peer.metric(job, "cost.inference", "0.2", "USD");
        assertThat(next()).isEqualTo(new Spent(job, "USD", new BigDecimal("0.1")));
        assertThat(next()).isEqualTo(new Spent(job, "USD", new BigDecimal("0.3")));
        peer.end(job, "finish");
        assertThat(next()).isEqualTo(new Ended(job, "success"));
    }

    @Test
    void aJobThatFailsEnds() throws Exception {
        String job = peer.submit("{}");
        assertThat(next()).isInstanceOf(Granted.class);
        peer.end(job, "fail");
        assertThat(next()).isEqualTo(new Ended(job, "error"));
    }

    @Test
    void afterALostConnectionAllIsHeardAgainAndNothingCountsTwice() throws Exception {
        String job = peer.submit(LEASE);
        assertThat(next()).isInstanceOf(Granted.class);
        peer.metric(job, "cost.inference", "0.25", "USD");
        assertThat(next()).isEqualTo(new Spent(job, "USD", new BigDecimal("0.25")));
        peer.drop();
        peer.metric(job, "cost.inference", "0.5", "USD");
        JobChange again = next();
        assertThat(again instanceof Granted ? next() : again).isEqualTo(new Spent(job, "USD", new BigDecimal("0.75")));
    }

    private JobChange next() throws InterruptedException {
        JobChange change = changes.poll(30, TimeUnit.SECONDS);
        assertThat(change).as("heard within half a minute").isNotNull();
        return change;
    }
}
