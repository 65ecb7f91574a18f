package io.sallyport.decision.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is charged by threads that wait for the store of several gateways. */
class WaitingChargeTest {
    private static final BigDecimal ONE = BigDecimal.ONE;
    private static final Map<String, BigDecimal> FIVE_USES = Map.of(Account.USES, BigDecimal.valueOf(5));

    private final Store store = new Store();

    /** A store that hands out one as soon as it is asked, or between two questions whether slices may be spent. */
    private static final class Store implements SliceSource {
        private final List<Slice> slices = new ArrayList<>();
        private boolean comesBetween;
        private boolean isDown;
        private int asked;
        private int left = 5;

        private void handOut(Slice slice) {
            BigDecimal some = left > 0 ? ONE : BigDecimal.ZERO;
            left -= some.intValue();
            slice.received(some, BigDecimal.valueOf(left), BigDecimal.ZERO);
        }

        @Override
        public void wanted(Slice slice) {
            if (isDown) {
                slice.unavailable();
            } else {
                handOut(slice);
            }
        }

        @Override
        public void granted(Slice slice) {
            slices.add(slice);
        }

        @Override
        public void dropped(Slice slice) {
            // stays in the list, where nobody asks for it
        }

        @Override
        public void ended(Slice slice) {
            // as above
        }

        @Override
        public boolean isSpending() {
            if (comesBetween && ++asked == 2) {
                slices.forEach(this::handOut);
            }
            return true;
        }

        @Override
        public boolean isServing() {
            return true;
        }

        @Override
        public boolean isAwaited() {
            return true;
        }
    }

    private Account account() {
        Account account = new Ledger(store).open("sb-1", null);
        account.force(FIVE_USES);
        return account;
    }

    @Test
    void asManyAreTakenAsTheStoreHandsOut() {
        Account account = account();
        for (int i = 0; i < 5; i++) {
            assertThat(WaitingCharge.takeRequest(account, null)).isEqualTo(Supply.HELD);
        }
        assertThat(WaitingCharge.takeRequest(account, null)).isEqualTo(Supply.USED_UP);
        assertThat(WaitingCharge.take(account, Account.USES, ONE)).isEqualTo(Supply.USED_UP);
    }

    @Test
    void whatComesBetweenTheChargeAndTheWaitIsTaken() {
        Account account = account();
        store.comesBetween = true;
        assertThat(WaitingCharge.takeRequest(account, null)).isEqualTo(Supply.HELD);
        assertThat(store.asked).isGreaterThan(2);
        store.asked = 0;
        assertThat(WaitingCharge.take(account, Account.USES, ONE)).isEqualTo(Supply.HELD);
    }

    @Test
    void aStoreThatDoesNotAnswerIsNoBudgetThatIsUsedUp() {
        Account account = account();
        store.isDown = true;
        assertThat(WaitingCharge.takeRequest(account, null)).isEqualTo(Supply.UNAVAILABLE);
    }

    @Test
    void whereNothingIsSharedNobodyWaits() {
        Account account = new Ledger().open("sb-1", null);
        account.force(Map.of(Account.USES, ONE));
        assertThat(WaitingCharge.takeRequest(account, null)).isEqualTo(Supply.HELD);
        assertThat(WaitingCharge.takeRequest(account, null)).isEqualTo(Supply.USED_UP);
    }
}
