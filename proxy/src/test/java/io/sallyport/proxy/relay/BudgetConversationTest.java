package io.sallyport.proxy.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.ledger.Account;
import io.sallyport.decision.ledger.BudgetGrant;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.relay.traffic.SandboxTraffic;
import io.sallyport.proxy.support.ClientHellos;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.TestSandboxes;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What requests and tunnels are charged, and what ends when the budget is exhausted. */
class BudgetConversationTest {
    private static final String AS = Conversation.as("sb-1");
    private static final String CONNECT = "CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n" + AS + "\r\n";
    private static final String GET = "GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\n" + AS + "\r\n";
    private static final String HELLO = ClientHellos.to("a.test");
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    private final Conversation talk = new Conversation();
    private final Sandbox sandbox = talk.sandboxes.add("sb-1", TestSandboxes.hosts("a.test"));
    private final Account account = sandbox.admission().account();

    @AfterEach
    void close() {
        talk.close();
    }

    private void grant(String currency, String amount) {
        assertThat(account.grant(Map.of(currency, new BigDecimal(amount)))).isEqualTo(BudgetGrant.GRANTED);
    }

    private void left(String currency, long amount) {
        assertThat(account.remaining()).containsEntry(currency, BigDecimal.valueOf(amount));
    }

    private EmbeddedChannel tunnel() {
        talk.clientSays(CONNECT);
        EmbeddedChannel upstream = talk.connect();
        talk.clientSays(HELLO);
        return upstream;
    }

    private ReasonCode lastReason() {
        return talk.records().getLast().reason();
    }

    @Test
    void eachRequestThatPassesCostsOneAndARefusedOneNothing() {
        grant(Account.REQUESTS, "2");
        talk.clientSays(GET.replace("a.test/", "b.test/").replace("Host: a", "Host: b"));
        talk.clientSays(GET);
        EmbeddedChannel upstream = talk.connect();
        talk.say(upstream, OK);
        left(Account.REQUESTS, 1);
        talk.clientSays(GET);
        talk.say(upstream, OK);
        talk.clientHears();
        talk.clientSays(GET);
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 402 Limited: budget_exhausted\r\n");
        left(Account.REQUESTS, 0);
        assertThat(talk.dialer.attempts()).hasSize(1);
    }

    @Test
    void aTargetThatWantsToBePaidUsesTheBudgetUp() {
        grant("USD", "5.00");
        talk.clientSays(GET);
        EmbeddedChannel upstream = talk.connect();
        talk.say(upstream, "HTTP/1.1 402 Payment Required\r\nContent-Length: 2\r\n\r\nno");
        assertThat(talk.clientHears())
                .startsWith("HTTP/1.1 402 Payment Required\r\n")
                .endsWith("no");
        assertThat(talk.records())
                .extracting(record -> record.kind() + " " + record.reason().word() + " "
                        + record.facts().rule())
                .contains("lifecycle budget_exhausted cost.budget:USD");
        talk.clientSays(GET);
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 402 Limited: budget_exhausted\r\n");
        assertThat(account.remaining().get("USD")).isEqualByComparingTo("5.00");
        assertThat(account.grant(Map.of("USD", new BigDecimal("6.00")))).isEqualTo(BudgetGrant.GRANTED);
        talk.clientSays(GET);
        talk.say(upstream, OK);
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 200 OK\r\n");
    }

    @Test
    void withoutABudgetOfMoneyWhatATargetWantsIsTheClientsAffair() {
        grant(Account.REQUESTS, "5");
        talk.clientSays(GET);
        EmbeddedChannel upstream = talk.connect();
        talk.say(upstream, "HTTP/1.1 402 Payment Required\r\nContent-Length: 0\r\n\r\n");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 402 Payment Required\r\n");
        talk.clientSays(GET);
        talk.say(upstream, OK);
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 200 OK\r\n");
        assertThat(talk.records()).extracting(record -> record.kind()).containsOnly("http");
    }

    @Test
    void bodiesAreChargedInBothDirections() {
        grant(Account.BYTES, "100");
        talk.clientSays("POST http://a.test/ HTTP/1.1\r\nHost: a.test\r\n" + AS + "Content-Length: 5\r\n\r\nhello");
        talk.say(talk.connect(), OK);
        left(Account.BYTES, 93);
    }

    @Test
    void aTunnelIsChargedAsItRunsAndEndsWithItsBudget() {
        grant(Account.BYTES, String.valueOf(HELLO.length() + 10));
        EmbeddedChannel upstream = tunnel();
        talk.pass(Duration.ofSeconds(1));
        left(Account.BYTES, 10);
        talk.say(upstream, "0123456789");
        assertThat(upstream.isActive()).isTrue();
        talk.pass(Duration.ofSeconds(1));
        assertThat(upstream.isActive()).isFalse();
        assertThat(talk.client.isActive()).isFalse();
        assertThat(lastReason()).isEqualTo(ReasonCode.BUDGET_EXHAUSTED);
        left(Account.BYTES, 0);
    }

    @Test
    void aCeilingOfBytesEndsWhatGoesToItsHostAndNothingElse() {
        grant("bytes@b.test", "1");
        EmbeddedChannel other = tunnel();
        talk.pass(Duration.ofSeconds(1));
        assertThat(other.isActive()).isTrue();
        grant("bytes@a.test", "20");
        talk.say(other, "0123456789");
        talk.pass(Duration.ofSeconds(1));
        assertThat(other.isActive()).isTrue();
        talk.say(other, "0123456789");
        talk.pass(Duration.ofSeconds(1));
        assertThat(other.isActive()).isFalse();
        assertThat(lastReason()).isEqualTo(ReasonCode.BUDGET_EXHAUSTED);
    }

    @Test
    void aCeilingOfBytesEndsADownload() {
        grant("bytes@a.test", "4");
        talk.clientSays(GET);
        EmbeddedChannel upstream = talk.connect();
        talk.say(upstream, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nfour");
        talk.pass(Duration.ofSeconds(1));
        assertThat(upstream.isActive()).isFalse();
        assertThat(lastReason()).isEqualTo(ReasonCode.BUDGET_EXHAUSTED);
    }

    @Test
    void theLastRequestOfACeilingTakesAsLongAsItTakes() {
        grant("requests@a.test", "1");
        talk.clientSays(GET);
        EmbeddedChannel upstream = talk.connect();
        talk.pass(SandboxTraffic.GRACE.plusSeconds(2));
        assertThat(upstream.isActive()).isTrue();
        talk.say(upstream, OK);
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 200 OK\r\n");
        talk.clientSays(GET);
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 402 Limited: budget_exhausted\r\n");
        assertThat(talk.records().getLast().facts().objections())
                .extracting(objection -> objection.pattern())
                .containsExactly("requests@a.test");
    }

    @Test
    void aDownloadEndsWithTheBudgetOfBytes() {
        grant(Account.BYTES, "4");
        talk.clientSays(GET);
        EmbeddedChannel upstream = talk.connect();
        talk.say(upstream, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nfour");
        talk.pass(Duration.ofSeconds(1));
        assertThat(upstream.isActive()).isFalse();
        assertThat(lastReason()).isEqualTo(ReasonCode.BUDGET_EXHAUSTED);
    }

    @Test
    void whatIsSpentElsewhereEndsATunnelAtOnce() {
        grant("USD", "1");
        EmbeddedChannel upstream = tunnel();
        account.spend("USD", BigDecimal.ONE);
        talk.worker.policyChanged(sandbox.id());
        assertThat(upstream.isActive()).isFalse();
        assertThat(lastReason()).isEqualTo(ReasonCode.BUDGET_EXHAUSTED);
    }

    @Test
    void aRequestHasAWhileWhenTheBudgetOfSomethingElseIsUsedUp() {
        grant("USD", "1");
        talk.clientSays(GET);
        EmbeddedChannel upstream = talk.connect();
        account.spend("USD", BigDecimal.ONE);
        talk.pass(SandboxTraffic.GRACE.minusSeconds(2));
        assertThat(upstream.isActive()).isTrue();
        talk.pass(Duration.ofSeconds(3));
        assertThat(upstream.isActive()).isFalse();
        assertThat(lastReason()).isEqualTo(ReasonCode.BUDGET_EXHAUSTED);
    }

    @Test
    void theLastRequestThatWasPaidForHasAWhile() {
        grant(Account.REQUESTS, "1");
        EmbeddedChannel upstream = tunnel();
        talk.pass(SandboxTraffic.GRACE.minusSeconds(2));
        assertThat(upstream.isActive()).isTrue();
        talk.pass(Duration.ofSeconds(3));
        assertThat(upstream.isActive()).isFalse();
    }

    @Test
    void aParentThatHasSpentAllEndsItsChildrensTunnels() {
        Sandbox parent = talk.sandboxes.add("up", TestSandboxes.hosts("a.test"));
        talk.sandboxes.add("sb-1", parent, TestSandboxes.hosts("a.test"));
        Account above = parent.admission().account();
        assertThat(above.grant(Map.of("USD", BigDecimal.ONE))).isEqualTo(BudgetGrant.GRANTED);
        EmbeddedChannel upstream = tunnel();
        talk.pass(Duration.ofSeconds(2));
        assertThat(upstream.isActive()).isTrue();
        above.spend("USD", BigDecimal.ONE);
        talk.pass(Duration.ofSeconds(1));
        assertThat(upstream.isActive()).isFalse();
        assertThat(lastReason()).isEqualTo(ReasonCode.BUDGET_EXHAUSTED);
    }
}
