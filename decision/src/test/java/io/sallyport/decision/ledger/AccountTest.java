package io.sallyport.decision.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AccountTest {
    private final Ledger ledger = new Ledger();
    private final Account root = granted(null, "USD:5.00", "tokens:10");

    @Test
    void tenDimesEmptyADollarExactly() {
        Account account = granted(null, "USD:1.00");
        for (int i = 0; i < 10; i++) {
            assertThat(account.exhausted()).isNull();
            assertThat(account.spend("USD", amount("0.1"))).isTrue();
        }
        assertThat(account.remaining()).containsEntry("USD", amount("0.00"));
        assertThat(account.exhausted()).isEqualTo("USD");
    }

    @Test
    void overspendIsNotForgotten() {
        root.spend("USD", amount("7.5"));
        assertThat(root.remaining()).containsEntry("USD", amount("-2.50"));
    }

    @Test
    void aCurrencyThatNobodyNamesIsNotCounted() {
        assertThat(root.spend("usd", amount("1"))).isFalse();
        assertThat(root.spent()).containsOnlyKeys("USD", "tokens");
        assertThat(granted(null).takeRequest(null)).isTrue();
        assertThat(granted(null).exhausted()).isNull();
    }

    @Test
    void anyCounterAtZeroIsEnough() {
        root.spend("tokens", amount("10"));
        assertThat(root.exhausted()).isEqualTo("tokens");
        assertThat(granted(null, "USD:0").exhausted()).isEqualTo("USD");
    }

    @Test
    void aChildsBudgetIsSetAsideAndTheRestComesBack() {
        Account child = granted(root, "USD:3");
        assertThat(root.remaining()).containsEntry("USD", amount("2.00"));
        child.spend("USD", amount("1"));
        assertThat(root.remaining()).containsEntry("USD", amount("2.00"));
        assertThat(child.remaining()).containsEntry("USD", amount("2"));
        child.close();
        assertThat(root.remaining()).containsEntry("USD", amount("4.00"));
        assertThat(root.spent()).containsEntry("USD", amount("1.00"));
    }

    @Test
    void aChildThatComesAgainGetsNothingBackOfWhatItSpent() {
        for (int i = 0; i < 5; i++) {
            Account child = granted(root, "USD:1");
            child.spend("USD", amount("1"));
            child.close();
        }
        Account late = ledger.open("late", root);
        assertThat(late.grant(budget("USD:0.01"))).isEqualTo(new BudgetShortage("USD", amount("0.01"), amount("0.00")));
        assertThat(root.exhausted()).isEqualTo("USD");
    }

    @Test
    void twoChildrenDoNotGetOneRemainder() {
        granted(root, "USD:3");
        Account second = ledger.open("second", root);
        BudgetShortage shortage = (BudgetShortage) second.grant(budget("tokens:4", "USD:3"));
        assertThat(shortage.currency()).isEqualTo("USD");
        assertThat(root.remaining()).containsEntry("USD", amount("2.00")).containsEntry("tokens", amount("10"));
        assertThat(second.names("tokens")).isFalse();
    }

    @Test
    void whatAChildOverspendsItsParentPays() {
        Account child = granted(root, "USD:1");
        child.spend("USD", amount("1.5"));
        assertThat(root.remaining()).containsEntry("USD", amount("3.50"));
        child.spend("USD", amount("1"));
        assertThat(root.remaining()).containsEntry("USD", amount("2.50"));
        child.close();
        assertThat(root.remaining()).containsEntry("USD", amount("2.50"));
    }

    @Test
    void whatAChildDoesNotNameItDrawsFromItsParent() {
        Account child = granted(root, "USD:1");
        Account grandchild = granted(child);
        assertThat(grandchild.remaining()).containsEntry("tokens", amount("10")).containsEntry("USD", amount("1"));
        grandchild.spend("tokens", amount("10"));
        assertThat(root.exhausted()).isEqualTo("tokens");
        assertThat(grandchild.exhausted()).isEqualTo("tokens");
    }

    @Test
    void aParentThatGaveAllAwayIsUsedUpAndItsChildIsNot() {
        Account child = granted(root, "USD:5");
        assertThat(root.exhausted()).isEqualTo("USD");
        assertThat(child.exhausted()).isNull();
    }

    @Test
    void aFamilyThatSpentMoreThanItHadEndsWhole() {
        Account child = granted(root, "USD:1");
        root.spend("USD", amount("4.5"));
        assertThat(child.exhausted()).isNull();
        child.spend("USD", amount("0.5"));
        assertThat(child.exhausted()).isEqualTo("USD");
    }

    @Test
    void whatWasSpentStaysSpentUnderAnotherBudget() {
        root.spend("USD", amount("2"));
        assertThat(root.grant(budget("USD:1"))).isEqualTo(BudgetGrant.GRANTED);
        assertThat(root.remaining()).containsExactlyEntriesOf(Map.of("USD", amount("-1.00")));
        assertThat(root.grant(Map.of())).isEqualTo(BudgetGrant.GRANTED);
        assertThat(root.exhausted()).isNull();
        assertThat(root.grant(budget("USD:5"))).isEqualTo(BudgetGrant.GRANTED);
        assertThat(root.remaining()).containsEntry("USD", amount("3.00"));
        assertThat(root.spent()).containsEntry("USD", amount("2.00"));
    }

    @Test
    void aChildsOtherBudgetIsSetAsideAnewOrNotAtAll() {
        Account child = granted(root, "USD:2");
        child.spend("USD", amount("1"));
        assertThat(child.grant(budget("USD:6"))).isInstanceOf(BudgetShortage.class);
        assertThat(child.remaining()).containsEntry("USD", amount("1"));
        assertThat(root.remaining()).containsEntry("USD", amount("3.00"));
        assertThat(child.grant(budget("USD:4"))).isEqualTo(BudgetGrant.GRANTED);
        assertThat(root.remaining()).containsEntry("USD", amount("1.00"));
        assertThat(child.grant(budget("USD:0.5"))).isEqualTo(BudgetGrant.GRANTED);
        assertThat(root.remaining()).containsEntry("USD", amount("4.00"));
        assertThat(child.exhausted()).isEqualTo("USD");
    }

    @Test
    void aRestartFindsTheSameRemainders() {
        Account child = granted(root, "USD:2");
        child.spend("USD", amount("1.25"));
        root.spend("USD", amount("1"));
        Account again = ledger.open("root", null);
        again.restore(root.spent());
        again.force(budget("USD:5.00", "tokens:10"));
        Account childAgain = ledger.open("child", again);
        childAgain.restore(child.spent());
        childAgain.force(budget("USD:2"));
        assertThat(again.remaining()).isEqualTo(root.remaining());
        assertThat(childAgain.remaining()).isEqualTo(child.remaining());
    }

    @Test
    void requestsAreTakenOneByOneUntilNoneIsLeft() {
        Account account = granted(null, "requests:2.5");
        assertThat(account.takeRequest(null)).isTrue();
        assertThat(account.takeRequest(null)).isTrue();
        assertThat(account.takeRequest(null)).isTrue();
        assertThat(account.takeRequest(null)).isFalse();
        assertThat(account.remaining()).containsEntry("requests", amount("-0.5"));
    }

    @Test
    void aRefusedRequestUsesNothing() {
        Account account = ledger.open("uses", null);
        account.force(Map.of(Account.USES, amount("2"), Account.REQUESTS, amount("1")));
        assertThat(account.takeRequest(null)).isTrue();
        assertThat(account.takeRequest(null)).as("no request is left").isFalse();
        assertThat(account.remaining()).containsEntry(Account.USES, amount("1"));
    }

    @Test
    void anOpenedTunnelIsNoUseAndAQuestionIsNoRequest() {
        Account account = ledger.open("uses", null);
        account.force(Map.of(Account.USES, amount("1"), Account.REQUESTS, amount("2")));
        assertThat(account.takeTunnel()).isTrue();
        assertThat(account.takeUse(null)).isTrue();
        assertThat(account.remaining())
                .containsEntry(Account.USES, amount("0"))
                .containsEntry(Account.REQUESTS, amount("1"));
        assertThat(account.takeRequest(null)).isFalse();
        assertThat(account.exhausted()).isEqualTo(Account.USES);
    }

    @Test
    void somebodyUpstreamWhoWantsToBePaidUsesNothing() {
        Account account = ledger.open("uses", null);
        account.force(Map.of(Account.USES, amount("1")));
        assertThat(account.refuse()).isEmpty();
    }

    @Test
    void aReservationIsSettledOnceAndTheRestComesBack() {
        Account child = granted(root);
        Reservation reservation = Objects.requireNonNull(child.reserve("USD", amount("4")));
        assertThat(child.reserve("USD", amount("1.01"))).isNull();
        reservation.settle(amount("1.5"));
        reservation.settle(amount("0"));
        assertThat(root.remaining()).containsEntry("USD", amount("3.50"));
        Objects.requireNonNull(child.reserve("USD", amount("3.5"))).giveBack();
        assertThat(root.remaining()).containsEntry("USD", amount("3.50"));
        assertThat(child.reserve("EUR", amount("100"))).isNotNull();
    }

    @Test
    void currenciesAreBoundedOverTheWholeLifeOfAnAccount() {
        var many = new HashMap<String, BigDecimal>();
        for (int i = 0; i < Account.MAX_CURRENCIES; i++) {
            many.put("c" + i, BigDecimal.ONE);
        }
        Account account = ledger.open("many", null);
        assertThat(account.grant(many)).isEqualTo(BudgetGrant.GRANTED);
        assertThat(account.grant(budget("more:1"))).isInstanceOf(BudgetShortage.class);
        assertThat(account.grant(budget("c1:2"))).isEqualTo(BudgetGrant.GRANTED);
    }

    @Test
    void theLedgerNamesEachAccountThatWasChargedOnce() {
        Account child = granted(root);
        ledger.changed();
        child.spend("USD", amount("1"));
        child.spend("USD", amount("1"));
        assertThat(ledger.changed()).containsExactlyInAnyOrder(root, child);
        assertThat(ledger.changed()).isEmpty();
        child.spend("EUR", amount("1"));
        assertThat(ledger.changed()).isEmpty();
    }

    private Account granted(@Nullable Account parent, String... entries) {
        Account account = ledger.open("account", parent);
        assertThat(account.grant(budget(entries))).isEqualTo(BudgetGrant.GRANTED);
        return account;
    }

    private static Map<String, BigDecimal> budget(String... entries) {
        var budget = new LinkedHashMap<String, BigDecimal>();
        for (String entry : entries) {
            int colon = entry.indexOf(':');
            budget.put(entry.substring(0, colon), amount(entry.substring(colon + 1)));
        }
        return budget;
    }

    private static BigDecimal amount(String text) {
        return new BigDecimal(text);
    }
}
