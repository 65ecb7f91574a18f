package io.sallyport.regoengine.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RegoObjectTest {
    @Test
    void findsWhatAMapFinds() {
        Random random = new Random(7);
        for (int size : List.of(0, 1, 8, 9, 16, 17, 100, 5000)) {
            TreeMap<RegoValue, RegoValue> map = new TreeMap<>();
            EntryObject object = RegoObject.growing();
            for (int i = 0; i < size; i++) {
                RegoValue key = randomKey(random);
                map.put(key, RegoNumber.of(i));
                object.put(key, RegoNumber.of(i));
            }
            object.seal();
            assertSame(map, object, random);
        }
    }

    private static void assertSame(Map<RegoValue, RegoValue> map, RegoObject object, Random random) {
        List<RegoValue> keys = new ArrayList<>();
        object.forEach((key, value) -> keys.add(key));
        assertThat(keys).isEqualTo(List.copyOf(map.keySet()));
        map.forEach((key, value) -> assertThat(object.get(key)).isEqualTo(value));
        for (int i = 0; i < 100; i++) {
            RegoValue key = randomKey(random);
            assertThat(object.get(key)).isEqualTo(map.get(key));
        }
    }

    private static RegoValue randomKey(Random random) {
        long number = random.nextInt(3000);
        return random.nextBoolean() ? RegoNumber.of(number) : RegoString.of("k" + number);
    }

    /** All 16,384 keys have the same hash, which a sender of keys can arrange. */
    @Test
    void staysFastWhenAllKeysCollide() {
        EntryObject object = RegoObject.growing();
        RegoSet set = RegoSet.growing();
        for (int i = 0; i < 1 << 14; i++) {
            RegoString key = colliding(i, 14);
            object.put(key, RegoNumber.of(i));
            set.add(key);
        }
        object.seal();
        assertThat(object.size()).isEqualTo(1 << 14);
        assertThat(object.get(colliding(10_000, 14))).isEqualTo(RegoNumber.of(10_000));
        assertThat(set.contains(colliding(16_383, 14))).isTrue();
        assertThat(set.contains(colliding(16_383, 15))).isFalse();
    }

    private static RegoString colliding(int number, int pairs) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < pairs; i++) {
            text.append((number >> i & 1) == 0 ? "Aa" : "BB");
        }
        return RegoString.of(text.toString());
    }

    @Test
    void doesNotGrowOnceSealed() {
        RegoArray inner = RegoArray.growing(1);
        EntryObject object = RegoObject.growing().put("a", inner).sealed();
        assertThatIllegalStateException().isThrownBy(() -> object.put("b", RegoNull.NULL));
        assertThatIllegalStateException().isThrownBy(() -> inner.append(RegoNull.NULL));
        assertThatIllegalStateException().isThrownBy(() -> RegoSet.EMPTY.add(RegoNull.NULL));
    }

    @Test
    void equalsAViewOfTheSameEntries() {
        RegoObject held = RegoObject.of(Map.of("a", RegoNumber.of(1)));
        RegoObject view = new OneEntry(RegoString.of("a"), RegoNumber.of(1));
        assertThat(view).isEqualTo(held).hasSameHashCodeAs(held);
        assertThat(held).isEqualTo(view).isEqualByComparingTo(view);
        assertThat(new OneEntry(RegoString.of("b"), RegoNumber.of(1))).isNotEqualTo(held);
    }

    private static final class OneEntry extends RegoObject {
        private final RegoValue key;
        private final RegoValue value;

        OneEntry(RegoValue key, RegoValue value) {
            this.key = key;
            this.value = value;
        }

        @Override
        public @Nullable RegoValue get(RegoValue wanted) {
            return wanted.equals(key) ? value : null;
        }

        @Override
        public int size() {
            return 1;
        }

        @Override
        public RegoValue keyAt(int place) {
            return key;
        }

        @Override
        public RegoValue valueAt(int place) {
            return value;
        }
    }
}
