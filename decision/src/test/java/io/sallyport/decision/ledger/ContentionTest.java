package io.sallyport.decision.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.text.Parsed;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ContentionTest {
    private static final int THREADS = 64;
    private static final int ROUNDS = 500;
    private static final long SEED = 20_261_122;

    private final Ledger ledger = new Ledger();

    @Test
    void ofADollarTwoHalvesAreReservedHoweverManyAsk() throws Exception {
        Account account = account(null, Map.of("USD", new BigDecimal("1.00")));
        AtomicInteger granted = new AtomicInteger();
        together(128, _ -> {
            if (account.reserve("USD", new BigDecimal("0.50")) != null) {
                granted.incrementAndGet();
            }
        });
        assertThat(granted).hasValue(2);
        assertThat(account.remaining()).containsEntry("USD", new BigDecimal("0.00"));
    }

    @Test
    void aLeaseOfOneUseIsUsedOnceHoweverManyAsk() throws Exception {
        Account root = account(null, Map.of(Account.USES, BigDecimal.ONE));
        Account child = account(root, Map.of());
        AtomicInteger used = new AtomicInteger();
        together(128, thread -> used.addAndGet((thread % 2 == 0 ? root : child).takeUse(null) ? 1 : 0));
        assertThat(used).hasValue(1);
        assertThat(root.remaining()).containsEntry(Account.USES, BigDecimal.ZERO);
    }

    @Test
    void aCeilingOfAHostIsExactInAFamilyHoweverManyAsk() throws Exception {
        CanonicalHost host = host("api.example.com");
        Account root = account(null, Map.of("requests@*.example.com", BigDecimal.valueOf(1_000)));
        Account child = account(root, Map.of("requests@api.example.com", BigDecimal.valueOf(300)));
        AtomicInteger taken = new AtomicInteger();
        AtomicInteger own = new AtomicInteger();
        together(THREADS, thread -> {
            Account asking = thread % 2 == 0 ? root : child;
            for (int i = 0; i < ROUNDS; i++) {
                int passed = asking.takeRequest(host) ? 1 : 0;
                (asking == child ? own : taken).addAndGet(passed);
            }
        });
        while (child.takeRequest(host)) {
            own.incrementAndGet();
        }
        while (root.takeRequest(host)) {
            taken.incrementAndGet();
        }
        assertThat(own.get() + taken.get()).isEqualTo(1_000);
        assertThat(own.get()).isLessThanOrEqualTo(300);
        assertThat(root.spent()).containsEntry("requests@*.example.com", BigDecimal.valueOf(1_000));
        assertThat(child.spent()).containsEntry("requests@api.example.com", BigDecimal.valueOf(own.get()));
    }

    @Test
    void asManyRequestsPassAsThereAre() throws Exception {
        Account root = account(null, Map.of(Account.REQUESTS, BigDecimal.valueOf(10_000)));
        Account named = account(root, Map.of(Account.REQUESTS, BigDecimal.valueOf(3_000)));
        Account unnamed = account(root, Map.of());
        AtomicInteger passed = new AtomicInteger();
        together(THREADS, thread -> {
            Account own = thread % 2 == 0 ? named : unnamed;
            for (int i = 0; i < ROUNDS; i++) {
                passed.addAndGet(own.takeRequest(null) ? 1 : 0);
            }
        });
        assertThat(passed).hasValue(10_000);
        assertThat(root.spent()).containsEntry(Account.REQUESTS, BigDecimal.valueOf(10_000));
        assertThat(named.spent()).containsEntry(Account.REQUESTS, BigDecimal.valueOf(3_000));
        assertThat(root.remaining()).containsEntry(Account.REQUESTS, BigDecimal.ZERO);
    }

    /**
     * Children spend, overspend, get other budgets and end while all of them spend: at the end every unit is where it
     * belongs.
     */
    @Test
    void noUnitIsLostOrMade() throws Exception {
        Account root = account(null, Map.of("USD", BigDecimal.valueOf(1_000_000)));
        List<Account> children = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            children.add(account(root, Map.of("USD", BigDecimal.valueOf(100))));
        }
        Account grandchild = account(children.getFirst(), Map.of("USD", BigDecimal.valueOf(50)));
        AtomicInteger spent = new AtomicInteger();
        together(THREADS, thread -> {
            Random random = new Random(SEED + thread);
            for (int i = 0; i < ROUNDS; i++) {
                Account payer = thread == 0 ? grandchild : children.get(random.nextInt(8));
                step(payer, random, spent);
            }
        });
        BigDecimal all = BigDecimal.valueOf(spent.get());
        assertThat(root.spent().get("USD")).as("seed %d", SEED).isEqualByComparingTo(all);
        grandchild.close();
        children.forEach(Account::close);
        assertThat(root.remaining().get("USD"))
                .as("seed %d", SEED)
                .isEqualByComparingTo(BigDecimal.valueOf(1_000_000).subtract(all));
    }

    private static void step(Account payer, Random random, AtomicInteger spent) {
        switch (random.nextInt(10)) {
            case 0 -> payer.grant(Map.of("USD", BigDecimal.valueOf(random.nextInt(500))));
            case 1 -> {
                Reservation reservation = payer.reserve("USD", BigDecimal.valueOf(7));
                if (reservation != null) {
                    reservation.settle(BigDecimal.valueOf(9));
                    spent.addAndGet(9);
                }
            }
            case 2 -> {
                Reservation reservation = payer.reserve("USD", BigDecimal.valueOf(5));
                if (reservation != null) {
                    reservation.giveBack();
                }
            }
            default -> {
                int amount = 1 + random.nextInt(5);
                payer.spend("USD", BigDecimal.valueOf(amount));
                spent.addAndGet(amount);
            }
        }
    }

    private static CanonicalHost host(String text) {
        return ((Parsed.Accepted<CanonicalHost>) CanonicalHost.parse(text)).value();
    }

    private Account account(@Nullable Account parent, Map<String, BigDecimal> budget) {
        Account account = ledger.open("account", parent);
        assertThat(account.grant(budget)).isEqualTo(BudgetGrant.GRANTED);
        return account;
    }

    private interface Work {
        void of(int thread);
    }

    private static void together(int threads, Work work) throws Exception {
        CountDownLatch ready = new CountDownLatch(threads);
        try (var pool = Executors.newFixedThreadPool(threads)) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int thread = i;
                Callable<Void> task = () -> {
                    ready.countDown();
                    ready.await();
                    work.of(thread);
                    return null;
                };
                all.add(pool.submit(task));
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
    }
}
