package io.sallyport.proxy.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.text.Parsed;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlaceholderShapeTest {
    @Test
    void keysHaveTheLengthOfTheShapeAndDiffer() {
        PlaceholderShape shape = shape("ghp_", 40);
        Random random = new Random(3);
        Set<String> keys = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            byte[] bytes = new byte[32];
            random.nextBytes(bytes);
            String key = shape.key(bytes);
            assertThat(shape.before() + key).hasSize(40).matches("ghp_SallyportPlaceholderId[0-9A-Za-z]{14}");
            assertThat(PlaceholderMarker.isIn(shape.before() + key)).isTrue();
            keys.add(key);
        }
        assertThat(keys).hasSize(1_000);
    }

    @Test
    void aKeyOfZerosIsOneToo() {
        byte[] zeros = new byte[32];
        Arrays.fill(zeros, (byte) 0);
        assertThat(shape("", 42).key(zeros)).hasSize(42);
    }

    @Test
    void shapesWithTooLittleChanceAreRefused() {
        assertThat(PlaceholderShape.of("AKIA", 20)).isInstanceOf(Parsed.Rejected.class);
        assertThat(PlaceholderShape.of("", 33)).isInstanceOf(Parsed.Rejected.class);
        assertThat(PlaceholderShape.of("", 63)).isInstanceOf(Parsed.Rejected.class);
        assertThat(PlaceholderShape.of("a b", 50)).isInstanceOf(Parsed.Rejected.class);
        assertThat(PlaceholderShape.of("x".repeat(33), 90)).isInstanceOf(Parsed.Rejected.class);
    }

    private static PlaceholderShape shape(String before, int length) {
        return ((Parsed.Accepted<PlaceholderShape>) PlaceholderShape.of(before, length)).value();
    }
}
