package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.junit.ArcpPeer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A gateway with the runtime of another ARCP implementation: jobs get leases, spend, and lose them. */
class ArcpJobsTest {
    private static final String URL = "http://yes.test/";
    private static final String LEASE =
            "{\"net.fetch\": [\"http://yes.test/**\"], \"cost.budget\": [\"USD:1.00\"], \"agent.delegate\": [\"**\"]}";

    private final Origin origin = Origin.plain(_ -> Answer.text(200, "hello\n"));

    @TempDir
    Path folder = Path.of("");

    private ArcpPeer peer;
    private Rig rig;

    @BeforeEach
    void start() throws IOException, StartException {
        require("curl");
        peer = ArcpPeer.start(folder);
        Files.writeString(folder.resolve("arcp.token"), ArcpPeer.TOKEN + "\n");
        rig = Rig.start(
                folder,
                Map.of("yes.test:80", "127.0.0.1:" + origin.port()),
                "arcp: {url: \"" + peer.url() + "\", token_file: arcp.token, poll: 50ms}\n");
    }

    @AfterEach
    void stop() throws IOException {
        if (rig != null) {
            rig.close();
        }
        if (peer != null) {
            peer.close();
        }
        origin.close();
    }

    @Test
    void aJobsLeaseLetsItOutUntilItsBudgetIsUsedUpAndItEnds() throws IOException {
        String job = peer.submit(LEASE);
        await(job, "active");
        Map<String, String> variables = credential(job);
        assertThat(rig.curl(variables, URL)).isEqualTo("200 000");
        peer.metric(job, "cost.inference", "0.25", "USD");
        peer.metric(job, "cost.inference", "0.75", "USD");
        assertThat(left(await(job, "exhausted"))).isEqualTo("0.00");
        assertThat(rig.curl(variables, URL)).isEqualTo("402 000");
        peer.end(job, "finish");
        await(job, "revoked");
        assertThat(rig.curl(variables, URL)).isEqualTo("407 000");
    }

    @Test
    void aJobThatEndedWhileTheGatewayWasDownLosesItsLease() throws IOException, StartException {
        String ended = peer.submit(LEASE);
        String going = peer.submit(LEASE);
        await(ended, "active");
        await(going, "active");
        peer.metric(going, "cost.inference", "0.5", "USD");
        rig.stop();
        peer.end(ended, "finish");
        rig.restartAfterStop();
        await(ended, "revoked");
        JsonNode lease = await(going, view -> left(view).equals("0.50"));
        assertThat(lease.at("/audience").asString()).isEqualTo("arcp");
        assertThat(lease.at("/state").asString()).isEqualTo("active");
    }

    /** Returns the variables of a client that received the lease's credential. */
    private Map<String, String> credential(String job) throws IOException {
        JsonNode credential = rig.admin()
                .send("POST", "/v1/leases/" + job + "/rotate", null, Map.of())
                .body()
                .path("credential");
        String proxy = credential.path("endpoint").asString();
        String value = credential.path("value").asString();
        return Map.of("http_proxy", proxy.replace("http://", "http://" + job + ":" + value + "@"));
    }

    private static String left(JsonNode lease) {
        return lease.at("/remaining/USD").asString();
    }

    private JsonNode await(String job, String state) throws IOException {
        return await(job, lease -> lease.path("state").asString("").equals(state));
    }

    /**
     * Polls until the lease satisfies {@code so}, since a runtime reports message by message. The test's time-out ends
     * it.
     */
    private JsonNode await(String job, Predicate<JsonNode> so) throws IOException {
        while (true) {
            AdminClient.Reply reply = rig.admin().send("GET", "/v1/leases/" + job, null, Map.of());
            if (so.test(reply.body())) {
                return reply.body();
            }
        }
    }
}
