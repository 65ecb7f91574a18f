package io.sallyport.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.RedisServer;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedRecordsTest {
    private static final String NAME = "sandbox:a";
    private static final int CHANGES = 60;

    @TempDir
    Path folder;

    private final AtomicLong skew = new AtomicLong();
    private RedisServer redis;

    @BeforeEach
    void start() throws IOException {
        redis = RedisServer.start(RequireTool.require("redis-server"), Files.createDirectory(folder.resolve("redis")));
    }

    @AfterEach
    void stop() {
        redis.close();
    }

    private RecordMember member(String id) throws IOException {
        return new RecordMember(id, redis.url(), folder, "key", skew, 0);
    }

    private RecordMember member(String id, Duration confirmWait) throws IOException {
        return new RecordMember(id, redis.url(), folder, "key", skew, 0, confirmWait);
    }

    private RecordMember member(String id, int refusals) throws IOException {
        return new RecordMember(id, redis.url(), folder, "key", skew, refusals);
    }

    private static void await(RecordMember member, String name, long generation) {
        while (member.generation(name) != generation) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aChangeIsInForceOnAllWhenAllHaveConfirmedIt() throws Exception {
        try (RecordMember one = member("one").awaitOpen();
                RecordMember two = member("two").awaitOpen()) {
            assertThat(one.next(NAME, "first")).isEqualTo(new RecordAnswer.Taken());
            assertThat(one.records.confirmed(NAME, 1).toCompletableFuture().join())
                    .isEqualTo(new Confirmed(2, 2));
            assertThat(two.generation(NAME)).isEqualTo(1);
        }
    }

    @Test
    void anEndIsConfirmedByAllThatHadTheRecord() throws Exception {
        try (RecordMember one = member("one").awaitOpen();
                RecordMember two = member("two").awaitOpen()) {
            one.next(NAME, "first");
            await(two, NAME, 1);
            assertThat(one.records.remove(NAME, 1).toCompletableFuture().join()).isEqualTo(new Confirmed(2, 2));
            assertThat(two.generation(NAME)).isZero();
        }
    }

    @Test
    void nothingIsSaidOfAnEndThatTheStoreDoesNotHearOf() throws Exception {
        try (RecordMember one = member("one").awaitOpen()) {
            one.next(NAME, "first");
            redis.close();
            while (one.records.isOpen()) {
                Thread.onSpinWait();
            }
            assertThat(one.records.remove(NAME, 1).toCompletableFuture().join()).isNull();
        }
    }

    @Test
    void anEndOfAKindThatAGatewayDoesNotKnowIsNotConfirmedByIt() throws Exception {
        try (RecordMember one = member("one", Duration.ofMillis(500)).awaitOpen();
                RecordMember two = member("two").awaitOpen()) {
            assertThat(one.next("other:a", "first")).isEqualTo(new RecordAnswer.Taken());
            assertThat(one.records.remove("other:a", 1).toCompletableFuture().join())
                    .isEqualTo(new Confirmed(1, 2));
            assertThat(two.generation("other:a")).isZero();
        }
    }

    @Test
    void aRecordThatIsTooLargeDoesNotLeave() throws Exception {
        try (RecordMember one = member("one").awaitOpen()) {
            String large = "x".repeat(SharedRecord.MAX_SEALED_CHARS + 1);
            var record = new SharedRecord(NAME, 1, "mark", large);
            assertThat(one.records.put(record, 0).toCompletableFuture().join())
                    .isInstanceOfSatisfying(
                            RecordAnswer.Unavailable.class,
                            answer ->
                                    assertThat(answer.why()).contains(Integer.toString(SharedRecord.MAX_SEALED_CHARS)));
            assertThat(redis.run("EXISTS", "test:records:record:" + NAME)).isEqualTo("0");
        }
    }

    @Test
    void aChangeWhoseMessageIsLostIsFound() throws Exception {
        try (RecordMember one = member("one").awaitOpen()) {
            redis.run("HSET", "test:records:record:" + NAME, "generation", "7", "mark", "m", "sealed", "text");
            String number = redis.run("HINCRBY", "test:state", "changes", "1");
            redis.run("ZADD", "test:records:changes", number, NAME);
            await(one, NAME, 7);
        }
    }

    @Test
    void whatAGatewayCannotTakeInWhenItJoinsIsTriedAgain() throws Exception {
        try (RecordMember one = member("one").awaitOpen()) {
            one.next(NAME, "first");
            try (RecordMember two = member("two", 2).awaitOpen()) {
                await(two, NAME, 1);
            }
        }
    }

    @Test
    void ofAGenerationThatAnotherHasTakenOrEndedNothingIsTaken() throws Exception {
        try (RecordMember one = member("one").awaitOpen();
                RecordMember two = member("two").awaitOpen()) {
            one.next(NAME, "first");
            await(two, NAME, 1);
            var late = new SharedRecord(NAME, 1, "late", "late");
            assertThat(two.records.put(late, 0).toCompletableFuture().join()).isEqualTo(new RecordAnswer.Newer(1));
            one.records.remove(NAME, 1);
            await(two, NAME, 0);
            assertThat(two.records.put(late, 0).toCompletableFuture().join()).isEqualTo(new RecordAnswer.Newer(1));
            var above = new SharedRecord(NAME, 2, "again", "again");
            assertThat(two.records.put(above, 0).toCompletableFuture().join()).isEqualTo(new RecordAnswer.Taken());
        }
    }

    @Test
    void anOlderStoreBringsBackNeitherWhatEndedNorAnOlderGeneration() throws Exception {
        try (RecordMember one = member("one").awaitOpen()) {
            one.next(NAME, "first");
            one.next("sandbox:b", "first");
            redis.keep();
            one.next("sandbox:b", "second");
            one.records.remove(NAME, 1);
            one.remove(NAME, 1);
        }
        redis.restore();
        try (RecordMember one = member("one");
                RecordMember two = member("two").awaitOpen()) {
            one.awaitOpen();
            assertThat(one.generation(NAME)).isZero();
            await(two, NAME, 0);
        }
    }

    @Test
    void aGatewayWithAnotherKeyNeitherOpensNorTakesAnything() throws Exception {
        try (RecordMember one = member("one").awaitOpen();
                var other = new RecordMember("other", redis.url(), folder, "other key", skew, 0)) {
            one.next(NAME, "first");
            while (other.records.fault() == null) {
                Thread.onSpinWait();
            }
            assertThat(other.records.isServing()).isFalse();
            assertThat(other.next("sandbox:b", "x")).isInstanceOf(RecordAnswer.Unavailable.class);
            assertThat(other.inForce).isEmpty();
        }
    }

    @Test
    void requestsPassForTheLimitWhileTheStoreIsGoneAndNoChangeIsTaken() throws Exception {
        try (RecordMember one = member("one").awaitOpen()) {
            redis.kill();
            while (one.records.isOpen()) {
                Thread.onSpinWait();
            }
            assertThat(one.records.isServing()).isTrue();
            assertThat(one.next(NAME, "first")).isInstanceOf(RecordAnswer.Unavailable.class);
            skew.set(Duration.ofMinutes(10).toNanos());
            while (one.records.isServing()) {
                Thread.onSpinWait();
            }
        }
    }

    /** Whoever changes what it has, and whatever the store forgets: of each generation there is one, and all get it. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void eachGenerationIsTakenOnceWhateverFails(long seed) throws Exception {
        var random = new Random(seed);
        Map<Long, String> taken = new ConcurrentHashMap<>();
        List<RecordMember> members = new ArrayList<>();
        try {
            for (String id : List.of("one", "two", "three")) {
                members.add(member(id));
            }
            for (int round = 0; round < 4; round++) {
                members.forEach(RecordMember::awaitOpen);
                changeAll(members, taken, random.nextLong());
                switch (random.nextInt(3)) {
                    case 0 -> redis.keep();
                    case 1 -> redis.restartEmpty();
                    default -> {
                        redis.pause();
                        redis.resume();
                    }
                }
            }
            members.forEach(RecordMember::awaitOpen);
            long last = members.stream()
                    .mapToLong(each -> each.generation(NAME))
                    .max()
                    .orElse(0);
            assertThat(last).isPositive();
            members.forEach(each -> await(each, NAME, last));
            assertThat(members)
                    .extracting(each -> each.inForce.get(NAME))
                    .containsOnly(members.getFirst().inForce.get(NAME));
        } finally {
            members.forEach(RecordMember::close);
        }
    }

    private static void changeAll(List<RecordMember> members, Map<Long, String> taken, long seed)
            throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        List<String> twice = new ArrayList<>();
        for (RecordMember member : members) {
            threads.add(Thread.ofVirtual().start(() -> {
                for (int i = 0; i < CHANGES; i++) {
                    String text = System.identityHashCode(member) + "-" + i + "-" + seed;
                    long before = member.generation(NAME);
                    if (member.next(NAME, before, text) instanceof RecordAnswer.Taken
                            && taken.putIfAbsent(before, text) != null) {
                        synchronized (twice) {
                            twice.add(before + " " + text);
                        }
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(twice).isEmpty();
    }
}
