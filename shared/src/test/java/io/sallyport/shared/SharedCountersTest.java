package io.sallyport.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.ledger.Account;
import io.sallyport.testkit.RedisServer;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedCountersTest {
    @TempDir
    Path folder;

    private RedisServer redis;

    @BeforeEach
    void start() throws IOException {
        redis = RedisServer.start(RequireTool.require("redis-server"), folder);
    }

    @AfterEach
    void stop() {
        redis.close();
    }

    private TestGateway gateway(String id, int slice) {
        return new TestGateway(id, TestGateway.settings(redis.url(), slice));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100, 500})
    void twoGatewaysTogetherSpendABudgetExactly(int slice) {
        try (TestGateway one = gateway("one", slice);
                TestGateway two = gateway("two", slice)) {
            List<Account> accounts = List.of(one.account("job", 1_000), two.account("job", 1_000));
            int passed = IntStream.range(0, 8)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> TestGateway.requests(accounts.get(i % 2))))
                    .toList()
                    .stream()
                    .mapToInt(CompletableFuture::join)
                    .sum();
            assertThat(passed).isEqualTo(1_000);
        }
    }
}
