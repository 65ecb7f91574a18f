package io.sallyport.decision.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.text.Parsed;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Ceilings of hosts in accounts: {@code requests@HOST} and {@code bytes@HOST}. */
class HostCeilingsTest {
    private static final CanonicalHost API = host("api.example.com");
    private static final CanonicalHost OTHER = host("other.test");

    private final Ledger ledger = new Ledger();

    private static CanonicalHost host(String text) {
        return ((Parsed.Accepted<CanonicalHost>) CanonicalHost.parse(text)).value();
    }

    private Account account(@Nullable Account parent, Map<String, Integer> budget) {
        Account account = ledger.open("account", parent);
        Map<String, BigDecimal> amounts = new HashMap<>();
        budget.forEach((currency, amount) -> amounts.put(currency, BigDecimal.valueOf(amount)));
        assertThat(account.grant(amounts)).isEqualTo(BudgetGrant.GRANTED);
        return account;
    }

    @Test
    void aHostThatIsUsedUpStopsNoOther() {
        Account account = account(null, Map.of("requests@api.example.com", 1));
        assertThat(account.takeRequest(API)).isTrue();
        assertThat(account.takeRequest(API)).isFalse();
        assertThat(account.takeRequest(OTHER)).isTrue();
        assertThat(account.exhausted()).isNull();
        assertThat(account.exhausted(OTHER)).isNull();
        assertThat(account.exhausted(API)).isEqualTo("requests@api.example.com");
        assertThat(account.usedUp(OTHER)).isEmpty();
    }

    @Test
    void aStarCountsAllNamesBelowTogetherAndNotTheNameItself() {
        Account account = account(null, Map.of("requests@*.example.com", 2));
        assertThat(account.takeRequest(host("a.b.example.com"))).isTrue();
        assertThat(account.takeRequest(API)).isTrue();
        assertThat(account.takeRequest(host("c.example.com"))).isFalse();
        assertThat(account.takeRequest(host("example.com"))).isTrue();
        assertThat(account.takeRequest(host("notexample.com"))).isTrue();
    }

    @Test
    void ofSeveralCeilingsEachCountsAndWhatOneRefusesIsChargedToNone() {
        Account account = account(null, Map.of("requests@*.example.com", 5, "requests@api.example.com", 1));
        assertThat(account.takeRequest(API)).isTrue();
        assertThat(account.takeRequest(API)).isFalse();
        assertThat(account.remaining()).containsEntry("requests@*.example.com", BigDecimal.valueOf(4));
    }

    @Test
    void whatTheLeaseRefusesIsChargedToNoHost() {
        Account account = account(null, Map.of("requests@api.example.com", 5, Account.REQUESTS, 1, Account.USES, 9));
        assertThat(account.takeRequest(API)).isTrue();
        assertThat(account.takeRequest(API)).isFalse();
        assertThat(account.remaining())
                .containsEntry("requests@api.example.com", BigDecimal.valueOf(4))
                .containsEntry(Account.USES, BigDecimal.valueOf(8));
    }

    @Test
    void bytesAreChargedToTheirHostAndToTheLease() {
        Account account = account(null, Map.of("bytes@api.example.com", 10, Account.BYTES, 100));
        account.spendBytes(OTHER, 50);
        assertThat(account.exhausted(API)).isNull();
        account.spendBytes(API, 10);
        assertThat(account.exhausted(API)).isEqualTo("bytes@api.example.com");
        assertThat(account.exhausted(OTHER)).isNull();
        assertThat(account.remaining()).containsEntry(Account.BYTES, BigDecimal.valueOf(40));
    }

    @Test
    void aChildThatNamesNoCeilingDrawsOnItsParents() {
        Account parent = account(null, Map.of("requests@api.example.com", 2));
        Account child = account(account(parent, Map.of()), Map.of());
        assertThat(child.takeRequest(API)).isTrue();
        assertThat(parent.takeRequest(API)).isTrue();
        assertThat(child.takeRequest(API)).isFalse();
        assertThat(child.exhausted(API)).isEqualTo("requests@api.example.com");
        assertThat(child.remaining()).containsEntry("requests@api.example.com", BigDecimal.ZERO);
    }

    @Test
    void aChildsCeilingOfTheSameHostsIsSetAsideAndOfOthersOnlyCounted() {
        Account parent = account(null, Map.of("requests@*.example.com", 3, "bytes@api.example.com", 100));
        Account child = account(parent, Map.of("requests@api.example.com", 3, "bytes@api.example.com", 60));
        assertThat(parent.remaining())
                .containsEntry("bytes@api.example.com", BigDecimal.valueOf(40))
                .containsEntry("requests@*.example.com", BigDecimal.valueOf(3));
        assertThat(parent.takeRequest(host("x.example.com"))).isTrue();
        assertThat(child.takeRequest(API)).isTrue();
        assertThat(child.takeRequest(API)).isTrue();
        assertThat(child.takeRequest(API)).as("its parent has no more").isFalse();
        Account second = ledger.open("second", parent);
        assertThat(second.grant(Map.of("bytes@api.example.com", BigDecimal.valueOf(41))))
                .isInstanceOf(BudgetShortage.class);
    }

    @Test
    void anAnswerOf402UsesNoCeilingUp() {
        Account account = account(null, Map.of("requests@api.example.com", 2, "bytes@api.example.com", 2));
        assertThat(account.refuse()).isEmpty();
    }

    @Test
    void anAddressHasACeilingToo() {
        Account account = account(null, Map.of("requests@2001:db8::1", 1));
        assertThat(account.takeRequest(host("[2001:db8::1]"))).isTrue();
        assertThat(account.takeRequest(host("[2001:db8::1]"))).isFalse();
    }
}
