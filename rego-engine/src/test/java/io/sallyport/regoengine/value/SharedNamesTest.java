package io.sallyport.regoengine.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SharedNamesTest {
    @Test
    void sameWordIsOneText() {
        RegoString first = RegoString.named("shared_word_of_a_test");

        assertThat(RegoString.named("shared_word_of_a_test")).isSameAs(first);
    }

    @Test
    void hostsPathsAndLongWordsTakeNoPlace() {
        for (String text : new String[] {"a.example.com", "/a", "1st", "*", "x".repeat(25), "é"}) {
            assertThat(RegoString.named(text)).isEqualTo(RegoString.of(text)).isNotSameAs(RegoString.named(text));
        }
    }

    @Test
    void moreNamesThanPlacesStayThemselves() {
        Set<RegoString> names = new HashSet<>();
        for (int i = 0; i < 20_000; i++) {
            names.add(RegoString.named("crowd" + i));
        }

        assertThat(names).hasSize(20_000).contains(RegoString.of("crowd19999"));
    }

    @Test
    void keyIsFoundWhetherItIsSharedOrNot() {
        EntryObject object = RegoObject.growing().put("found_by_name", RegoBoolean.TRUE);

        assertThat(object.get(RegoString.named("found_by_name"))).isEqualTo(RegoBoolean.TRUE);
        assertThat(object.get(RegoString.of("found_by_name"))).isEqualTo(RegoBoolean.TRUE);
        assertThat(object.get(RegoString.of("found_by_nothing"))).isNull();
    }

    @Test
    void keyPutAgainAfterLaterOnesReplacesItsValue() {
        EntryObject object = RegoObject.growing()
                .put("a", RegoBoolean.TRUE)
                .put("b", RegoBoolean.TRUE)
                .put("a", RegoBoolean.FALSE);

        assertThat(object.size()).isEqualTo(2);
        assertThat(object.get("a")).isEqualTo(RegoBoolean.FALSE);
    }
}
