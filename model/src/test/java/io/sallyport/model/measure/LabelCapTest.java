package io.sallyport.model.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class LabelCapTest {
    @Test
    void whatIsOverTheCapIsFoldedAndCounted() {
        var cap = new LabelCap(2);
        assertThat(cap.label("a")).isEqualTo("a");
        assertThat(cap.label("b")).isEqualTo("b");
        assertThat(cap.label("c")).isEqualTo(LabelCap.OTHER);
        assertThat(cap.label("c")).isEqualTo(LabelCap.OTHER);
        assertThat(cap.label("a")).isEqualTo("a");
        assertThat(cap.folded()).isEqualTo(2);
        assertThat(cap.has("a")).isTrue();
        assertThat(cap.has("c")).isFalse();
    }

    @Test
    void valuesThatAreGoneMakeRoom() {
        var cap = new LabelCap(1);
        assertThat(cap.label("old")).isEqualTo("old");
        cap.retain(Set.of("new"));
        assertThat(cap.label("new")).isEqualTo("new");
        assertThat(cap.label("old")).isEqualTo(LabelCap.OTHER);
    }
}
