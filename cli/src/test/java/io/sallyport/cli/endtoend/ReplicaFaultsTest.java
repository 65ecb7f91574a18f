package io.sallyport.cli.endtoend;

import static io.sallyport.cli.endtoend.ReplicaPair.GRANTED;
import static io.sallyport.cli.endtoend.ReplicaPair.SB;
import static io.sallyport.cli.endtoend.ReplicaPair.awaitGone;
import static io.sallyport.cli.endtoend.ReplicaPair.get;
import static io.sallyport.cli.endtoend.ReplicaPair.status;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.WorkspaceId;
import io.sallyport.testkit.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What fails between two gateways and their Redis while both serve. */
class ReplicaFaultsTest {
    private static final int BUDGET = 400;
    /** Requests that pass after each fault before the next. */
    private static final int BURST = 40;

    @TempDir
    Path folder = Path.of("");

    private ReplicaPair pair;

    @BeforeEach
    void start() throws Exception {
        pair = new ReplicaPair(
                folder, "timeout: 500ms, slice: 50", "confirm_wait: 10s, on_outage: slack, outage_limit: 1s");
    }

    @AfterEach
    void stop() throws IOException {
        pair.close();
    }

    private static String token(AdminClient.Reply put) {
        assertThat(put.status()).as(put.body().toString()).isEqualTo(201);
        return put.body().path("token").asString();
    }

    private static void await(Rig rig, String token, int status) throws IOException {
        while (status(rig, token) != status) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aGatewayThatIsCutOffRefusesAfterTheLimitAndKnowsWhatEndedMeanwhileOnceItIsBack() throws Exception {
        String token = token(pair.one.put(SB, Rig.lease(GRANTED)));
        pair.relay.cut();
        assertThat(pair.two.admin().delete(SB).status()).isEqualTo(204);
        await(pair.one, token, 503);
        assertThat(get(pair.one).status()).isEqualTo(200);
        pair.relay.mend();
        awaitGone(pair.one);
        assertThat(status(pair.one, token)).isEqualTo(407);
    }

    private static void workspace(Rig rig) throws IOException {
        JsonNode body = JsonMapper.shared().readTree("{\"lease\": {\"net.fetch\": [\"" + GRANTED + "\"]}}");
        AdminClient.Reply put = rig.admin().send("PUT", "/v1/workspaces/team", body, Map.of());
        assertThat(put.status()).as(put.body().toString()).isEqualTo(201);
    }

    @Test
    void aSandboxIsUnknownWhereItsWorkspaceIsNot() throws Exception {
        workspace(pair.one);
        AdminClient.Reply put = pair.one.put(
                SB,
                SandboxDocuments.builder()
                        .lease("{\"net.fetch\": [\"" + GRANTED + "\"]}")
                        .workspace(new WorkspaceId("team"))
                        .build());
        String token = token(put);
        assertThat(put.body().path("confirmed").toString()).isEqualTo("{\"gateways\":1,\"of\":2}");
        assertThat(status(pair.one, token)).isEqualTo(200);
        assertThat(status(pair.two, token)).isEqualTo(407);
        workspace(pair.two);
        await(pair.two, token, 200);
    }

    @Test
    void aReplicaThatTakesThePlaceOfTheStoreHasWhatIsInForce() throws Exception {
        String token = token(pair.one.put(SB, Rig.lease(GRANTED)));
        String primary = Integer.toString(pair.redis.port());
        try (RedisServer replica = pair.store("replica", "--replicaof", "127.0.0.1", primary)) {
            assertThat(pair.two.put(SB, Rig.lease("http://no.test/**")).status())
                    .isEqualTo(200);
            pair.redis.run("WAIT", "1", "0");
            pair.redis.kill();
            pair.relay.lead(replica.port()); // which is refused as long as it is a replica
            replica.run("REPLICAOF", "NO", "ONE");
            int put = 503;
            while (put == 503) {
                put = pair.one.put(SB, Rig.lease(GRANTED)).status();
            }
            assertThat(put).isEqualTo(200);
            assertThat(status(pair.one, token)).isEqualTo(200);
            assertThat(replica.run("HGET", "sallyport:records:record:sandbox:" + SB, "generation"))
                    .isEqualTo(get(pair.one).body().path("generation").asString());
        }
    }

    /** Requests through one gateway, each on a new connection, until it is told to stop. */
    private static Thread traffic(Rig rig, String token, AtomicBoolean enough) {
        return Thread.ofVirtual().start(() -> {
            while (!enough.get()) {
                try {
                    status(rig, token);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        });
    }

    private void awaitPassed(int count) {
        while (pair.passed() < count) {
            Thread.onSpinWait();
        }
    }

    @Test
    void noMoreThanTheBudgetPassesWhileTheStoreIsKilledAndPausedUnderTraffic() throws Exception {
        var documents = SandboxDocuments.builder()
                .lease("{\"net.fetch\": [\"" + GRANTED + "\"], \"cost.budget\": [\"requests:" + BUDGET + "\"]}")
                .build();
        String token = token(pair.one.put(SB, documents));
        var enough = new AtomicBoolean();
        List<Thread> traffic = Stream.of(pair.one, pair.two)
                .map(rig -> traffic(rig, token, enough))
                .toList();
        awaitPassed(BURST);
        pair.redis.restartEmpty();
        awaitPassed(pair.passed() + BURST);
        pair.redis.pause();
        await(pair.one, token, 503);
        pair.redis.resume();
        awaitPassed(pair.passed() + BURST);
        pair.redis.keep();
        pair.redis.restore();
        awaitPassed(BUDGET - BURST);
        awaitRefused(token);
        enough.set(true);
        for (Thread each : traffic) {
            each.join();
        }
        assertThat(pair.passed()).isLessThanOrEqualTo(BUDGET);
    }

    /** Until both refuse as the budget is used up, and not as the store is away. */
    private void awaitRefused(String token) throws IOException {
        for (Rig rig : List.of(pair.one, pair.two)) {
            int last = status(rig, token);
            while (last == 200 || last == 503) {
                last = status(rig, token);
            }
        }
    }
}
