package io.sallyport.gateway.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.decision.ledger.Account;
import io.sallyport.gateway.state.MemoryStore;
import io.sallyport.gateway.state.StateException;
import io.sallyport.gateway.state.Store;
import io.sallyport.model.SandboxId;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AccountsTest {
    private static final SandboxId UP = new SandboxId("up");
    private static final SandboxId DOWN = new SandboxId("down");
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final MemoryStore disk = new MemoryStore();
    private final List<String> written = new ArrayList<>();
    private final AtomicInteger writesLeft = new AtomicInteger(Integer.MAX_VALUE);
    private final List<String> told = new ArrayList<>();
    private final Accounts accounts = new Accounts(
            counted(), (id, balance) -> told.add(id + " " + balance.remaining().toPlainString()));

    /** The disk, until so many files were written. */
    private Store counted() {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (_, method, given) -> {
                    if (method.getName().equals("saveSpent")) {
                        if (writesLeft.getAndDecrement() <= 0) {
                            throw new StateException(Path.of("spent"), "full");
                        }
                        written.add(String.valueOf(given[0]));
                    }
                    return method.invoke(disk, given);
                });
    }

    private Account granted(SandboxId id, String currency, long amount) {
        Account account = accounts.open(id, null);
        assertThat(account.grant(Map.of(currency, BigDecimal.valueOf(amount)))).isNull();
        return account;
    }

    @Test
    void whatIsReportedIsWrittenBeforeItIsAcknowledgedAncestorsFirst() throws StateException {
        Account up = granted(UP, "USD", 5);
        Account down = accounts.open(DOWN, up);
        assertThat(down.grant(Map.of("USD", BigDecimal.TWO))).isNull();
        assertThat(accounts.spend(down, "USD", BigDecimal.ONE)).isTrue();
        assertThat(written).containsExactly("up", "down");
        assertThat(disk.spent(UP)).containsEntry("USD", BigDecimal.ONE);
        assertThat(disk.spent(DOWN)).containsEntry("USD", BigDecimal.ONE);
        assertThat(accounts.spend(down, "EUR", BigDecimal.ONE)).isFalse();
        assertThat(written).hasSize(2);
    }

    @Test
    void aDiskThatFailsInBetweenGivesNothingBack() {
        Account up = granted(UP, "USD", 5);
        Account down = accounts.open(DOWN, up);
        assertThat(down.grant(Map.of("USD", BigDecimal.TWO))).isNull();
        writesLeft.set(1);
        assertThatThrownBy(() -> accounts.spend(down, "USD", BigDecimal.ONE)).isInstanceOf(StateException.class);
        assertThat(disk.spent(UP)).containsEntry("USD", BigDecimal.ONE);
        assertThat(down.remaining()).containsEntry("USD", BigDecimal.ONE);
    }

    @Test
    void requestsAreWrittenSomewhatBeforeTheyAreSpent() {
        Account account = granted(UP, Account.REQUESTS, 100);
        for (int i = 0; i < 5; i++) {
            account.takeRequest();
            accounts.tick(i * SECOND);
        }
        assertThat(written).hasSize(1);
        assertThat(disk.spent(UP)).containsEntry(Account.REQUESTS, BigDecimal.valueOf(6));
        accounts.close();
        assertThat(disk.spent(UP)).containsEntry(Account.REQUESTS, BigDecimal.valueOf(5));
    }

    @Test
    void ofAFewRequestsNoneIsWrittenBeforeItIsSpent() {
        Account account = granted(UP, Account.REQUESTS, 10);
        account.takeRequest();
        accounts.tick(0);
        assertThat(disk.spent(UP)).containsEntry(Account.REQUESTS, BigDecimal.ONE);
    }

    @Test
    void whatCouldNotBeWrittenIsTriedAgain() {
        Account account = granted(UP, Account.REQUESTS, 10);
        account.takeRequest();
        writesLeft.set(0);
        accounts.tick(0);
        assertThat(disk.spent(UP)).isEmpty();
        writesLeft.set(1);
        accounts.tick(SECOND);
        assertThat(disk.spent(UP)).containsEntry(Account.REQUESTS, BigDecimal.ONE);
    }

    @Test
    void nothingIsWrittenOfAnAccountThatIsGone() throws StateException {
        Account account = granted(UP, "USD", 5);
        accounts.close(UP);
        accounts.spend(account, "USD", BigDecimal.ONE);
        account.takeRequest();
        accounts.tick(0);
        accounts.close();
        assertThat(written).isEmpty();
    }

    @Test
    void theLastValueIsToldHoweverSoonTheGatewayEnds() {
        Account account = granted(UP, "USD", 10);
        account.spend("USD", BigDecimal.ONE);
        accounts.tick(0);
        account.spend("USD", BigDecimal.valueOf(5));
        accounts.tick(SECOND / 2);
        account.spend("USD", BigDecimal.TWO);
        accounts.tick(SECOND / 2 + 1);
        assertThat(told).containsExactly("up 9");
        accounts.tick(2 * SECOND);
        assertThat(told).containsExactly("up 9", "up 2");
        account.spend("USD", BigDecimal.TWO);
        accounts.tick(2 * SECOND + 1);
        accounts.close();
        assertThat(told).containsExactly("up 9", "up 2", "up 0");
    }

    @Test
    void anAccountOfTheStateGoesOnWhereItWas() throws StateException {
        Account account = granted(UP, "USD", 5);
        accounts.spend(account, "USD", new BigDecimal("1.50"));
        var next = new Accounts(disk, (_, _) -> {});
        Account again = next.load(UP, null);
        again.force(Map.of("USD", BigDecimal.valueOf(5)));
        assertThat(again.remaining()).containsEntry("USD", new BigDecimal("3.50"));
    }
}
