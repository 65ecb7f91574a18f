package io.sallyport.egress.dns;

import static io.sallyport.testkit.NameRecord.a;
import static io.sallyport.testkit.NameRecord.aaaa;
import static io.sallyport.testkit.NameRecord.cname;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.sallyport.model.SandboxId;
import io.sallyport.model.host.IpAddress;
import io.sallyport.model.measure.DurationSink;
import io.sallyport.testkit.ManualClock;
import io.sallyport.testkit.NameRecord;
import io.sallyport.testkit.NameServer;
import io.sallyport.testkit.Zone;
import io.sallyport.transport.Transport;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Resolution against a real server that lies, stalls or sends too much. */
@Execution(ExecutionMode.CONCURRENT)
class NameResolverTest {
    private final LookupMeter meter = new LookupMeter(DurationSink.NONE);
    private static final SandboxId ONE = new SandboxId("one");
    private static final SandboxId OTHER = new SandboxId("other");
    /** Long time-outs, so that no query is repeated because this machine is busy: tests count the questions. */
    private static final DnsLimits PATIENT =
            new DnsLimits(4, 8, Duration.ofMinutes(1), Duration.ofSeconds(30), 100, Duration.ofMinutes(5));
    /** For servers whose answers cannot be read; other servers still have time for one. */
    private static final DnsLimits QUICK =
            new DnsLimits(4, 8, Duration.ofSeconds(30), Duration.ofSeconds(1), 100, Duration.ofMinutes(5));

    private final ManualClock clock = new ManualClock(Instant.EPOCH);
    private final EventLoopGroup loops = Transport.best().newLoops(1, "resolver-test");
    private final EventLoop loop = loops.next();
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).sync();
    }

    @Test
    void givesTheAddressesOfBothFamiliesInTurns() {
        NameServer server = serve(
                Zone.of(a("x.org", 60, "192.0.2.1"), a("x.org", 60, "192.0.2.2"), aaaa("x.org", 60, "2001:db8::1")));

        assertThat(addresses(resolver(server), "x.org")).containsExactly("192.0.2.1", "2001:db8::1", "192.0.2.2");
    }

    @Test
    void lookupsAreCountedByHowTheyEndAndCachedAnswersApart() {
        NameServer server = serve(Zone.of(a("x.org", 60, "192.0.2.1")));
        NameResolver resolver = resolver(server);

        addresses(resolver, "x.org");
        addresses(resolver, "x.org");
        assertFails(resolver, "y.org", "");
        assertThat(List.of(meter.answeredCount(), meter.cachedCount(), meter.failedCount(), meter.refusedCount()))
                .containsExactly(1L, 1L, 1L, 0L);
    }

    @Test
    void asksForAbsoluteNamesAndNothingElse() {
        NameServer server = serve(question -> Zone.missing());

        assertFails(resolver(server), "x.org", "no such name");
        assertThat(server.names()).containsExactlyInAnyOrder("x.org", "x.org");
    }

    @Test
    void followsCnamesWithinOneAnswer() {
        NameServer server =
                serve(Zone.of(cname("x.org", 60, "y.net"), cname("y.net", 60, "Z.com"), a("Z.com", 60, "192.0.2.9")));

        assertThat(addresses(resolver(server), "x.org")).containsExactly("192.0.2.9");
        assertThat(server.names()).containsOnly("x.org", "z.com");
    }

    @Test
    void asksAgainWhereAnAnswerEndsInAName() {
        NameServer server = serve(question -> question.name().equals("x.org")
                ? Zone.records(cname("x.org", 60, "y.net"))
                : Zone.of(a("y.net", 60, "192.0.2.8")).reply(question));

        assertThat(addresses(resolver(server), "x.org")).containsExactly("192.0.2.8");
    }

    @Test
    void endsCircularAndEndlessChains() {
        NameServer circular = serve(question -> Zone.records(cname("x.org", 60, "y.org"), cname("y.org", 60, "x.org")));
        NameServer endless = serve(question -> Zone.records(cname(question.name(), 60, "a." + question.name())));

        assertFails(resolver(circular), "x.org", "CNAMEs");
        assertFails(resolver(endless), "x.org", "queries for one name");
        assertThat(endless.questions()).hasSizeLessThan(20);
    }

    @Test
    void ignoresRecordsOfNamesThatWereNotAsked() {
        NameServer server =
                serve(question -> Zone.records(a("evil.org", 60, "192.0.2.6"), aaaa("evil.org", 60, "2001:db8::6")));

        assertFails(resolver(server), "x.org", "no A address: x.org; no AAAA address: x.org");
    }

    @Test
    void refusesAnswersThatAreWrongOrTooLarge() {
        NameRecord[] many = IntStream.range(0, 100)
                .mapToObj(i -> a("x.org", 60, "192.0.2." + i))
                .toArray(NameRecord[]::new);

        assertFails(resolver(serve(q -> Zone.overTcp(many))), "x.org", "more than 64 addresses");
        NameRecord[] crowd = IntStream.range(0, 200)
                .mapToObj(i -> a("other.org", 60, "192.0.2." + i))
                .toArray(NameRecord[]::new);
        assertFails(resolver(serve(q -> Zone.overTcp(crowd))), "x.org", "more than 128 records");
        NameRecord odd = new NameRecord("x.org", "A", 60, "hex:c000020101");
        assertFails(resolver(serve(q -> Zone.records(odd))), "x.org", "an address of 5 bytes");
        assertFails(
                resolver(serve(q -> Zone.records(cname("x.org", 60, "a.org"), cname("x.org", 60, "b.org")))),
                "x.org",
                "several CNAMEs");
        NameRecord broken = new NameRecord("x.org", "CNAME", 60, "hex:3f61");
        assertFails(resolver(QUICK, serve(q -> Zone.records(broken))), "x.org", "no answer");
    }

    @Test
    void neverFollowsACnameToANameThatIsNotToBeResolved() {
        NameServer server =
                serve(Zone.of(cname("x.org", 60, "a.gateway.internal"), a("a.gateway.internal", 60, "192.0.2.7")));

        assertFails(resolver(server), "x.org", "never resolved");
        assertThat(server.names()).containsOnly("x.org");
    }

    @Test
    void takesLongAnswersOverTcp() {
        NameServer server = serve(
                question -> question.type().equals("A") ? Zone.overTcp(a("x.org", 60, "192.0.2.3")) : Zone.none());

        assertThat(addresses(resolver(server), "x.org")).containsExactly("192.0.2.3");
        assertThat(server.questions()).anyMatch(Zone.Question::tcp);
    }

    @Test
    void passesOverAnAnswerWithAnotherNumber() {
        NameServer server = serve(question -> question.type().equals("A")
                ? new Zone.Misdirected(
                        Zone.records(a("x.org", 60, "192.0.2.66")), Zone.records(a("x.org", 60, "192.0.2.3")))
                : Zone.none());

        assertThat(addresses(resolver(server), "x.org")).containsExactly("192.0.2.3");
    }

    @Test
    void asksFromAnotherPortEachTime() {
        NameServer server = serve(Zone.of(a("a.org", 0, "192.0.2.3"), a("b.org", 0, "192.0.2.4")));
        NameResolver resolver = resolver(server);

        addresses(resolver, "a.org");
        addresses(resolver, "b.org");
        assertThat(server.questions().stream().map(Zone.Question::fromPort).distinct())
                .hasSizeGreaterThan(1);
    }

    @Test
    void triesTheNextServerAfterAFailureAndAfterSilence() {
        NameServer failing = serve(question -> Zone.failure());
        NameServer silent = serve(question -> new Zone.Silence());
        NameServer good = serve(Zone.of(a("x.org", 60, "192.0.2.5")));

        assertThat(addresses(resolver(QUICK, failing, silent, good), "x.org")).containsExactly("192.0.2.5");
    }

    @Test
    void failsWhenNobodyAnswersAndAsksABoundedNumberOfTimes() {
        NameServer silent = serve(question -> new Zone.Silence());
        NameServer failing = serve(question -> Zone.failure());

        assertFails(resolver(QUICK, silent), "x.org", "no answer");
        assertFails(resolver(failing), "x.org", "ServFail");
        assertFails(resolver(), "x.org", "no name server");
        assertThat(silent.questions()).hasSizeLessThanOrEqualTo(6);
        assertThat(failing.questions()).hasSize(6);
    }

    @Test
    void givesUpAtTheDeadlineWhateverTheServersDo() {
        NameServer silent = serve(question -> new Zone.Silence());
        DnsLimits hasty =
                new DnsLimits(4, 8, Duration.ofMillis(50), Duration.ofSeconds(20), 100, Duration.ofMinutes(5));

        assertFails(resolver(hasty, silent), "x.org", "no answer in time");
    }

    @Test
    void usesOneFamilyWhereTheOtherIsNeverAnswered() {
        NameServer server = serve(question ->
                question.type().equals("A") ? Zone.records(a("x.org", 3600, "192.0.2.5")) : new Zone.Silence());
        NameResolver resolver = resolver(QUICK, server);

        assertThat(addresses(resolver, "x.org")).containsExactly("192.0.2.5");
        int asked = server.questions().size();
        clock.advance(Duration.ofSeconds(6));
        addresses(resolver, "x.org");
        assertThat(server.questions()).as("it is remembered for moments only").hasSizeGreaterThan(asked);
    }

    @Test
    void remembersAnAnswerForItsTtlAndNoLonger() {
        NameServer server = serve(question -> question.type().equals("A")
                ? Zone.records(a("x.org", 30, "192.0.2." + question.times()))
                : Zone.none());
        NameResolver resolver = resolver(server);

        assertThat(addresses(resolver, "x.org")).containsExactly("192.0.2.1");
        clock.advance(Duration.ofSeconds(29));
        assertThat(addresses(resolver, "x.org")).containsExactly("192.0.2.1");
        clock.advance(Duration.ofSeconds(1));
        assertThat(addresses(resolver, "x.org")).containsExactly("192.0.2.2");
    }

    @Test
    void countsTheLeastTtlOfAChainAndNeverMoreThanTheLimit() {
        NameServer server = serve(
                Zone.of(cname("x.org", 5, "y.org"), a("y.org", 9999, "192.0.2.1"), a("z.org", 999_999, "192.0.2.2")));
        NameResolver resolver = resolver(server);

        addresses(resolver, "x.org");
        addresses(resolver, "z.org");
        int asked = server.questions().size();
        clock.advance(Duration.ofSeconds(5));
        addresses(resolver, "z.org");
        assertThat(server.questions()).hasSize(asked);
        addresses(resolver, "x.org");
        assertThat(server.questions()).hasSizeGreaterThan(asked);
        int again = server.questions().size();
        clock.advance(Duration.ofMinutes(5));
        addresses(resolver, "z.org");
        assertThat(server.questions()).hasSizeGreaterThan(again);
    }

    @Test
    void asksEachTimeWhereTheTtlIsZero() {
        NameServer server = serve(question ->
                question.type().equals("A") ? Zone.records(a("x.org", 0, "192.0.2." + question.times())) : Zone.none());
        NameResolver resolver = resolver(server);

        assertThat(addresses(resolver, "x.org")).containsExactly("192.0.2.1");
        assertThat(addresses(resolver, "x.org")).containsExactly("192.0.2.2");
    }

    @Test
    void remembersForAMomentThatANameIsNotThere() {
        NameServer server = serve(question -> Zone.missing());
        NameResolver resolver = resolver(server);

        assertFails(resolver, "x.org", "no such name");
        assertFails(resolver, "x.org", "no such name");
        assertThat(server.questions()).hasSize(2);
        clock.advance(Duration.ofSeconds(5));
        assertFails(resolver, "x.org", "no such name");
        assertThat(server.questions()).hasSize(4);
    }

    @Test
    void asksOnceForANameThatManyWaitFor() {
        NameServer server = serve(Zone.of(a("x.org", 0, "192.0.2.1")));
        NameResolver resolver = resolver(server);

        var answers = together(resolver, List.of(ONE, ONE, OTHER), "x.org");
        assertThat(answers).allMatch(Resolution.Addresses.class::isInstance);
        assertThat(server.questions()).hasSize(2);
    }

    @Test
    void whoeverWaitsForANameThatIsBeingAskedForTakesNoShare() {
        NameServer server = serve(Zone.of(a("x.org", 60, "192.0.2.1")));
        NameResolver resolver = resolver(server);

        assertThat(together(resolver, Collections.nCopies(100, ONE), "x.org"))
                .hasSize(100)
                .allMatch(Resolution.Addresses.class::isInstance);
        assertThat(together(resolver, Collections.nCopies(100, ONE), "x.org"))
                .as("what is remembered takes none either")
                .allMatch(Resolution.Addresses.class::isInstance);
    }

    @Test
    void stopsOneSandboxAtItsShareAndNoOther() {
        NameServer server = serve(question -> question.name().startsWith("silent")
                ? new Zone.Silence()
                : Zone.of(a("x.org", 60, "192.0.2.1")).reply(question));
        NameResolver resolver = resolver(QUICK, server);

        List<CompletableFuture<Resolution>> stuck = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            stuck.add(ask(resolver, ONE, "silent" + i + ".org"));
        }
        assertThat(join(ask(resolver, ONE, "x.org"))).isEqualTo(new Resolution.Busy());
        assertThat(join(ask(resolver, OTHER, "x.org"))).isInstanceOf(Resolution.Addresses.class);
        stuck.forEach(one -> assertThat(join(one)).isInstanceOf(Resolution.Failed.class));
        assertThat(join(ask(resolver, ONE, "x.org"))).isInstanceOf(Resolution.Addresses.class);
    }

    @Test
    void keepsTheSlotOfACancelledLookupUntilTheServerIsDoneWith() throws Exception {
        NameServer silent = serve(question -> new Zone.Silence());
        NameResolver resolver = resolver(silent);
        CompletableFuture<Resolution> heard = new CompletableFuture<>();

        loop.submit(() -> {
                    for (int i = 0; i < 4; i++) {
                        resolver.resolve(ONE, "silent" + i + ".org", loop, heard::complete)
                                .cancel();
                    }
                })
                .sync();
        assertThat(join(ask(resolver, ONE, "fifth.org"))).isEqualTo(new Resolution.Busy());
        assertThat(heard).isNotDone();
    }

    @Test
    void worksOnTheTransportOfTheJdkToo() throws Exception {
        NameServer server = serve(question -> question.type().equals("A")
                ? Zone.records(a("x.org", 60, "192.0.2.1"))
                : Zone.overTcp(aaaa("x.org", 60, "2001:db8::1")));
        EventLoopGroup nio = Transport.NIO.newLoops(1, "nio-test");
        EventLoop there = nio.next();
        CompletableFuture<Resolution> answer = new CompletableFuture<>();
        try (NameResolver resolver =
                new NameResolver(List.of(server.address()), PATIENT, name -> false, Transport.NIO, clock, meter)) {
            there.execute(() -> resolver.resolve(ONE, "x.org", there, answer::complete));
            assertThat(join(answer)).isInstanceOf(Resolution.Addresses.class);
            assertThat(((Resolution.Addresses) join(answer)).addresses()).hasSize(2);
        } finally {
            nio.shutdownGracefully(0, 5, TimeUnit.SECONDS).sync();
        }
    }

    private NameServer serve(Zone zone) {
        NameServer server = NameServer.start(zone);
        open.add(server);
        return server;
    }

    private NameResolver resolver(NameServer... servers) {
        return resolver(PATIENT, servers);
    }

    private NameResolver resolver(DnsLimits limits, NameServer... servers) {
        List<InetSocketAddress> addresses =
                List.of(servers).stream().map(NameServer::address).toList();
        NameResolver resolver = new NameResolver(
                addresses, limits, name -> name.endsWith("gateway.internal"), Transport.best(), clock, meter);
        open.add(resolver);
        return resolver;
    }

    private List<String> addresses(NameResolver resolver, String name) {
        Resolution resolution = join(ask(resolver, ONE, name));
        assertThat(resolution).isInstanceOf(Resolution.Addresses.class);
        return ((Resolution.Addresses) resolution)
                .addresses().stream().map(IpAddress::toString).toList();
    }

    private void assertFails(NameResolver resolver, String name, String why) {
        Resolution resolution = join(ask(resolver, ONE, name));
        assertThat(resolution).isInstanceOf(Resolution.Failed.class);
        assertThat(((Resolution.Failed) resolution).detail()).contains(why);
    }

    private CompletableFuture<Resolution> ask(NameResolver resolver, SandboxId sandbox, String name) {
        CompletableFuture<Resolution> answer = new CompletableFuture<>();
        loop.execute(() -> resolver.resolve(sandbox, name, loop, answer::complete));
        return answer;
    }

    private List<Resolution> together(NameResolver resolver, List<SandboxId> sandboxes, String name) {
        List<CompletableFuture<Resolution>> answers = new ArrayList<>();
        CompletableFuture<Void> asked = new CompletableFuture<>();
        loop.execute(() -> {
            for (SandboxId sandbox : sandboxes) {
                CompletableFuture<Resolution> answer = new CompletableFuture<>();
                resolver.resolve(sandbox, name, loop, answer::complete);
                answers.add(answer);
            }
            asked.complete(null);
        });
        asked.join();
        return answers.stream().map(NameResolverTest::join).toList();
    }

    private static Resolution join(CompletableFuture<Resolution> answer) {
        return answer.orTimeout(60, TimeUnit.SECONDS).join();
    }
}
