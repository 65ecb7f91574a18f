package io.sallyport.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModelPriceTest {
    private static final ModelPrice PRICE = price("2.5", "10");

    private static ModelPrice price(String input, String output) {
        var in = new BigDecimal(input);
        return new ModelPrice(
                "USD", in, new BigDecimal(output), in.divide(BigDecimal.TWO), in.multiply(BigDecimal.TWO));
    }

    @Test
    void aCallCostsExactlyWhatItsTokensCost() {
        assertThat(PRICE.cost(new ModelUsage(1, 1, 0, 0, false))).isEqualByComparingTo("0.0000125");
        assertThat(PRICE.cost(new ModelUsage(100, 10, 40, 20, false)))
                .as("40 fresh, 40 cached, 20 written, 10 out")
                .isEqualByComparingTo("0.00035");
        assertThat(PRICE.cost(ModelUsage.NONE)).isEqualByComparingTo("0");
    }

    @Test
    void whatIsAffordableIsNeverMoreThanIsLeft() {
        long tokens = PRICE.affordableOutput(new BigDecimal("0.01"), 100);
        assertThat(tokens).isEqualTo(950);
        assertThat(PRICE.cost(new ModelUsage(100, tokens, 0, 100, false))).isLessThanOrEqualTo(new BigDecimal("0.01"));
        assertThat(PRICE.affordableOutput(new BigDecimal("0.0005"), 100)).isZero();
        assertThat(PRICE.affordableOutput(BigDecimal.ONE.negate(), 0)).isZero();
        assertThat(price("0", "0").affordableOutput(new BigDecimal("0.01"), 100))
                .isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void anExactNameCountsBeforeTheLongestPrefix() {
        var table = new PriceTable(List.of(
                new PriceTable.Entry("gpt-*", price("1", "1")),
                new PriceTable.Entry("gpt-4o-*", price("2", "2")),
                new PriceTable.Entry("gpt-4o-mini", price("3", "3"))));
        assertThat(table.price("gpt-4o-mini")).contains(price("3", "3"));
        assertThat(table.price("gpt-4o-mini-2")).contains(price("2", "2"));
        assertThat(table.price("gpt-5")).contains(price("1", "1"));
        assertThat(table.price("claude")).isEmpty();
        assertThat(table.currencies()).containsExactly("USD");
    }

    @Test
    void aTableNamesNoModelTwice() {
        var entry = new PriceTable.Entry("m", PRICE);
        assertThatThrownBy(() -> new PriceTable(List.of(entry, entry))).hasMessage("two prices for m");
    }

    @Test
    void aPriceIsBounded() {
        assertThat(ModelPrice.isPrice(new BigDecimal("-0.01"))).isFalse();
        assertThat(ModelPrice.isPrice(new BigDecimal("1000000"))).isFalse();
        assertThat(ModelPrice.isPrice(new BigDecimal("1e-10"))).isFalse();
        assertThat(ModelPrice.isPrice(new BigDecimal("999999.999999999"))).isTrue();
    }
}
