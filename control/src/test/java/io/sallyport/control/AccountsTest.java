package io.sallyport.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.control.store.MemoryStore;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.Store;
import io.sallyport.decision.ledger.Account;
import io.sallyport.decision.ledger.BudgetGrant;
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
    private final UnwrittenSpending unwritten = new UnwrittenSpending(Duration.ofSeconds(5), true);
    private final Accounts accounts = accounts(unwritten);

    private Accounts accounts(UnwrittenSpending spending) {
        return new Accounts(
                counted(),
                (id, balance) -> told.add(id + " " + balance.remaining().toPlainString()),
                spending);
    }

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
        assertThat(account.grant(Map.of(currency, BigDecimal.valueOf(amount)))).isEqualTo(BudgetGrant.GRANTED);
        return account;
    }

    @Test
    void whatIsReportedIsWrittenBeforeItIsAcknowledgedAncestorsFirst() throws StateException {
        Account up = granted(UP, "USD", 5);
        Account down = accounts.open(DOWN, up);
        assertThat(down.grant(Map.of("USD", BigDecimal.TWO))).isEqualTo(BudgetGrant.GRANTED);
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
        assertThat(down.grant(Map.of("USD", BigDecimal.TWO))).isEqualTo(BudgetGrant.GRANTED);
        writesLeft.set(1);
        assertThatThrownBy(() -> accounts.spend(down, "USD", BigDecimal.ONE)).isInstanceOf(StateException.class);
        assertThat(disk.spent(UP)).containsEntry("USD", BigDecimal.ONE);
        assertThat(down.remaining()).containsEntry("USD", BigDecimal.ONE);
    }

    @Test
    void spendingThatCannotBeWrittenIsRefusedPastTheBoundUntilItIs() {
        Account up = granted(UP, Account.REQUESTS, 100);
        Account down = accounts.open(DOWN, up);
        accounts.tick(0);
        writesLeft.set(0);
        up.takeRequest(null);
        for (int second = 1; second <= 5; second++) {
            accounts.tick(second * SECOND);
            assertThat(up.isSuspended()).as("second %d", second).isFalse();
            assertThat(accounts.isWritten()).isFalse();
        }
        accounts.tick(6 * SECOND);
        assertThat(up.isSuspended()).isTrue();
        assertThat(down.isSuspended()).as("it draws on its parent's").isTrue();
        writesLeft.set(1);
        accounts.tick(7 * SECOND);
        assertThat(up.isSuspended()).isFalse();
        assertThat(down.isSuspended()).isFalse();
        assertThat(accounts.isWritten()).isTrue();
        assertThat(disk.spent(UP)).as("one, and five ahead").containsEntry(Account.REQUESTS, BigDecimal.valueOf(6));
    }

    @Test
    void bySettingItGoesOn() {
        var lenient = accounts(new UnwrittenSpending(Duration.ofSeconds(5), false));
        Account account = lenient.open(UP, null);
        assertThat(account.grant(Map.of(Account.REQUESTS, BigDecimal.TEN))).isEqualTo(BudgetGrant.GRANTED);
        writesLeft.set(0);
        account.takeRequest(null);
        lenient.tick(0);
        lenient.tick(60 * SECOND);
        assertThat(account.isSuspended()).isFalse();
        assertThat(lenient.isWritten()).as("it is told all the same").isFalse();
    }

    @Test
    void aSandboxThatEndsMeanwhileIsWaitedForNoLonger() {
        Account account = granted(UP, Account.REQUESTS, 10);
        writesLeft.set(0);
        account.takeRequest(null);
        accounts.tick(0);
        assertThat(accounts.isWritten()).isFalse();
        accounts.close(UP);
        accounts.tick(SECOND);
        assertThat(accounts.isWritten()).isTrue();
    }

    @Test
    void requestsAreWrittenSomewhatBeforeTheyAreSpent() {
        Account account = granted(UP, Account.REQUESTS, 100);
        for (int i = 0; i < 5; i++) {
            account.takeRequest(null);
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
        account.takeRequest(null);
        accounts.tick(0);
        assertThat(disk.spent(UP)).containsEntry(Account.REQUESTS, BigDecimal.ONE);
    }

    @Test
    void whatCouldNotBeWrittenIsTriedAgain() {
        Account account = granted(UP, Account.REQUESTS, 10);
        account.takeRequest(null);
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
        account.takeRequest(null);
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
        var next = new Accounts(disk, (_, _) -> {}, unwritten);
        Account again = next.load(UP, null);
        again.force(Map.of("USD", BigDecimal.valueOf(5)));
        assertThat(again.remaining()).containsEntry("USD", new BigDecimal("3.50"));
    }
}
