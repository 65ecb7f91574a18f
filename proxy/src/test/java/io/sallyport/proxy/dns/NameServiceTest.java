package io.sallyport.proxy.dns;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.sallyport.audit.AuditEvent;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.secrets.FindingMode;
import io.sallyport.decision.secrets.FindingPolicy;
import io.sallyport.decision.secrets.RequestSearch;
import io.sallyport.findings.SoughtValue;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.model.host.HostPattern;
import io.sallyport.model.secret.FindingKind;
import io.sallyport.model.secret.FoundSecret;
import io.sallyport.proxy.enforce.OwnHosts;
import io.sallyport.proxy.enforce.server.ApiServers;
import io.sallyport.proxy.support.RecordingAudit;
import io.sallyport.proxy.support.TestSandboxes;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a sandbox learns by DNS: addresses of names that it is granted, and of nothing else. */
class NameServiceTest {
    private static final SandboxId SB = new SandboxId("sb-1");
    private static final int NO_ERROR = 0;
    private static final int FORMERR = 1;
    private static final int SERVFAIL = 2;
    private static final int NXDOMAIN = 3;
    private static final int REFUSED = 5;

    private final AtomicLong nanos = new AtomicLong();
    private final TestSandboxes sandboxes = new TestSandboxes();
    private final RecordingAudit audit = new RecordingAudit();
    private final DnsSettings settings = new DnsSettings(2, Duration.ofSeconds(30), 40, 1, Duration.ofSeconds(1));
    private final SandboxAddresses addresses = new SandboxAddresses(settings, nanos::get);
    private final NameService names = names(FindingPolicy.off());
    private final Sandbox sandbox = sandboxes.add("sb-1", TestSandboxes.hosts());

    private NameService names(FindingPolicy findings) {
        return new NameService(
                sandboxes, new OwnHosts(ApiServers.NONE), addresses, settings, findings, audit, InstantSource.system());
    }

    @BeforeEach
    void grants() {
        TestSandboxes.grantNames(
                sandbox,
                TestSandboxes.hosts(),
                new HostPattern.Exact("a.test"),
                new HostPattern.Exact("192.0.2.1"),
                new HostPattern.Under("wide.test"),
                new HostPattern.OneUnder("one.test"),
                new HostPattern.Labels(false, List.of("api-*", "eu", "many", "test")));
    }

    private byte[] answer(byte[] query) {
        ByteBuf out = names.answer(SB, Unpooled.wrappedBuffer(query), ByteBufAllocator.DEFAULT);
        assertThat(out).isNotNull();
        byte[] bytes = ByteBufUtil.getBytes(Objects.requireNonNull(out));
        out.release();
        return bytes;
    }

    private byte[] ask(String name) {
        return answer(DnsBytes.query(name, DnsBytes.A));
    }

    /** Asks for a granted name in which a canary stands in hexadecimal, over two labels. */
    private int codeOfCanary(FindingMode mode) {
        byte[] value = "wintergreen-7!bridge".getBytes(StandardCharsets.UTF_8);
        var search = new RequestSearch(List.of(new SoughtValue(FindingKind.CANARY, "vault-note", value)), 2);
        String hex = HexFormat.of().formatHex(value);
        byte[] query = DnsBytes.query(hex.substring(0, 20) + "." + hex.substring(20) + ".wide.test", DnsBytes.A);
        ByteBuf out = names(new FindingPolicy(mode, false, search))
                .answer(SB, Unpooled.wrappedBuffer(query), ByteBufAllocator.DEFAULT);
        byte[] bytes = ByteBufUtil.getBytes(Objects.requireNonNull(out));
        out.release();
        return DnsBytes.code(bytes);
    }

    @Test
    void aNameThatHoldsACanaryDoesNotExistWhereFindingsAreEnforced() {
        assertThat(codeOfCanary(FindingMode.ENFORCE)).isEqualTo(NXDOMAIN);
        assertThat(record().reason()).isEqualTo(ReasonCode.SECRET_FOUND);
        assertThat(record().facts().findings())
                .extracting(FoundSecret::label)
                .containsExactly("canary:vault-note@host");
    }

    @Test
    void aNameThatHoldsACanaryIsRecordedWhereFindingsAreReported() {
        assertThat(codeOfCanary(FindingMode.REPORT)).isEqualTo(NO_ERROR);
        assertThat(record().facts().findings())
                .extracting(FoundSecret::label)
                .containsExactly("canary:vault-note@host");
    }

    @Test
    void namesAreNotSearchedByDefault() {
        assertThat(codeOfCanary(FindingMode.OFF)).isEqualTo(NO_ERROR);
        assertThat(record().facts().findings()).isEmpty();
    }

    private AuditEvent record() {
        assertThat(audit.records()).hasSize(1);
        return audit.records().getFirst();
    }

    @Test
    void aGrantedNameHasAnAddressThatStandsForIt() {
        byte[] answer = ask("a.test");
        assertThat(DnsBytes.code(answer)).isEqualTo(NO_ERROR);
        String address = DnsBytes.address(answer);
        assertThat(address).isEqualTo("198.18.0.1");
        assertThat(addresses.asked(SB, new InetSocketAddress(address, 443))).hasToString("a.test:443");
        assertThat(addresses.asked(new SandboxId("sb-2"), new InetSocketAddress(address, 443)))
                .as("each sandbox has its own")
                .hasToString("198.18.0.1:443");
        assertThat(record().kind()).isEqualTo("dns");
        assertThat(record().reason()).isEqualTo(ReasonCode.GRANTED);
        assertThat(record().sandbox()).isEqualTo("sb-1");
        assertThat(record().request().host()).isEqualTo("a.test");
        assertThat(record().request().method()).isEqualTo("A");
        assertThat(record().request().address()).isEqualTo("198.18.0.1");
    }

    @Test
    void anAnswerRepeatsTheQuestionLetterByLetter() {
        byte[] query = DnsBytes.query("A.tEsT", DnsBytes.A);
        byte[] answer = answer(query);
        assertThat(answer).startsWith(0x12, 0x34);
        assertThat(Arrays.copyOfRange(answer, 12, query.length)).isEqualTo(Arrays.copyOfRange(query, 12, query.length));
        assertThat(DnsBytes.address(answer)).isEqualTo("198.18.0.1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x.wide.test", "x.y.wide.test", "x.one.test", "api-3.eu.many.test"})
    void patternsOfHostsCoverNames(String name) {
        assertThat(DnsBytes.code(ask(name))).isEqualTo(NO_ERROR);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "b.test",
                "test",
                "x.a.test",
                "wide.test",
                "one.test",
                "x.y.one.test",
                "api.eu.many.test",
                "api-3.us.many.test",
                "x.api-3.eu.many.test",
                "notwide.test",
                "192.0.2.1",
                "localhost"
            })
    void otherNamesDoNotExist(String name) {
        assertThat(DnsBytes.code(ask(name))).isEqualTo(NXDOMAIN);
        assertThat(record().reason()).isEqualTo(ReasonCode.NO_GRANT);
        assertThat(record().request().host()).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a\0.test", "b\u00fccher.test", "a b.test", "-.test*", "0x7f.1", "1.2.3"})
    void whatIsNoNameOfAHostIsRefused(String name) {
        assertThat(DnsBytes.code(ask(name))).isIn(REFUSED, NXDOMAIN);
        assertThat(DnsBytes.address(ask(name))).isNull();
        assertThat(audit.records()).noneMatch(record -> record.reason() == ReasonCode.GRANTED);
    }

    @ParameterizedTest
    @CsvSource({"28, AAAA", "64, SVCB", "65, HTTPS"})
    void aGrantedNameHasNoOtherRecords(int type, String word) {
        byte[] answer = answer(DnsBytes.query("a.test", type));
        assertThat(DnsBytes.code(answer)).isEqualTo(NO_ERROR);
        assertThat(DnsBytes.address(answer)).isNull();
        assertThat(record().request().method()).isEqualTo(word);
        assertThat(DnsBytes.code(answer(DnsBytes.query("b.test", type)))).isEqualTo(NXDOMAIN);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 5, 6, 10, 12, 15, 16, 33, 251, 252, 255, 65_535})
    void otherTypesAreRefused(int type) {
        assertThat(DnsBytes.code(answer(DnsBytes.query("a.test", type)))).isEqualTo(REFUSED);
        assertThat(record().request().method()).isEqualTo("TYPE" + type);
    }

    @Test
    void otherClassesAreRefused() {
        byte[] chaos = DnsBytes.message(0, new int[] {1, 0, 0, 0}, DnsBytes.question("a.test", DnsBytes.A, 3));
        assertThat(DnsBytes.code(answer(chaos))).isEqualTo(REFUSED);
    }

    @Test
    void theGatewaysOwnNameIsServedAndNothingBelowIt() {
        assertThat(DnsBytes.address(ask("sallyport.internal"))).isEqualTo("198.18.0.1");
        assertThat(record().reason()).isEqualTo(ReasonCode.GATEWAY_OWN);
        assertThat(DnsBytes.code(ask("x.sallyport.internal"))).isEqualTo(NXDOMAIN);
        assertThat(DnsBytes.code(ask("tickets.api.internal"))).isEqualTo(NXDOMAIN);
        assertThat(DnsBytes.code(ask("host.openshell.internal"))).isEqualTo(NXDOMAIN);
        assertThat(audit.records().getLast().reason()).isEqualTo(ReasonCode.LOCAL_NAME);
    }

    @Test
    void whatCannotBeReadIsRecordedToo() {
        byte[] none = DnsBytes.message(0, new int[] {0, 0, 0, 0}, new byte[0]);
        assertThat(DnsBytes.code(answer(none))).isEqualTo(FORMERR);
        assertThat(record().reason()).isEqualTo(ReasonCode.MALFORMED_REQUEST);
        assertThat(names.answer(SB, Unpooled.wrappedBuffer(new byte[3]), ByteBufAllocator.DEFAULT))
                .isNull();
    }

    @Test
    void edns() {
        byte[] answer = answer(DnsBytes.extended("a.test", DnsBytes.A, 0));
        assertThat(answer).endsWith(0, 0, 41, 4, 0xd0, 0, 0, 0, 0, 0, 0);
        byte[] newer = answer(DnsBytes.extended("a.test", DnsBytes.A, 7));
        assertThat(newer).as("BADVERS").endsWith(0, 0, 41, 4, 0xd0, 1, 0, 0, 0, 0, 0);
    }

    @Test
    void tooManyNamesAtOnceGetNone() {
        ask("1.wide.test");
        ask("2.wide.test");
        assertThat(DnsBytes.code(ask("3.wide.test"))).isEqualTo(SERVFAIL);
        assertThat(audit.records().getLast().reason()).isEqualTo(ReasonCode.TOO_MANY_NEW_NAMES);
        assertThat(DnsBytes.code(ask("1.wide.test"))).isEqualTo(NO_ERROR);
        nanos.addAndGet(Duration.ofSeconds(31).toNanos());
        assertThat(DnsBytes.address(ask("3.wide.test"))).isEqualTo("198.18.0.3");
    }

    @Test
    void aFloodIsRefused() {
        for (int i = 0; i < settings.queriesPerSecond(); i++) {
            assertThat(DnsBytes.code(ask("a.test"))).isEqualTo(NO_ERROR);
        }
        assertThat(DnsBytes.code(ask("a.test"))).isEqualTo(REFUSED);
        assertThat(audit.records().getLast().reason()).isEqualTo(ReasonCode.RATE_LIMITED);
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(DnsBytes.code(ask("a.test"))).isEqualTo(NO_ERROR);
    }

    @Test
    void aNameGoesWithItsGrant() {
        ask("a.test");
        TestSandboxes.grantNames(sandbox, TestSandboxes.hosts(), new HostPattern.Exact("b.test"));
        assertThat(DnsBytes.code(ask("a.test"))).isEqualTo(NXDOMAIN);
    }

    @Test
    void aParentMustGrantTheNameToo() {
        Sandbox child = sandboxes.add("sb-2", sandbox, TestSandboxes.hosts());
        TestSandboxes.grantNames(child, TestSandboxes.hosts(), new HostPattern.Any());
        SandboxId id = child.id();
        assertThat(code(id, "a.test")).isEqualTo(NO_ERROR);
        assertThat(code(id, "b.test")).isEqualTo(NXDOMAIN);
    }

    private int code(SandboxId of, String name) {
        ByteBuf out =
                names.answer(of, Unpooled.wrappedBuffer(DnsBytes.query(name, DnsBytes.A)), ByteBufAllocator.DEFAULT);
        byte[] bytes = ByteBufUtil.getBytes(Objects.requireNonNull(out));
        out.release();
        return DnsBytes.code(bytes);
    }

    @Test
    void aSandboxThatHasEndedLearnsNothing() {
        TestSandboxes.admission(sandbox).revoke();
        assertThat(DnsBytes.code(ask("a.test"))).isEqualTo(NXDOMAIN);
        assertThat(record().reason()).isEqualTo(ReasonCode.LEASE_REVOKED);
        assertThat(code(new SandboxId("sb-9"), "a.test")).isEqualTo(REFUSED);
        assertThat(audit.records().getLast().reason()).isEqualTo(ReasonCode.NO_IDENTITY);
    }
}
