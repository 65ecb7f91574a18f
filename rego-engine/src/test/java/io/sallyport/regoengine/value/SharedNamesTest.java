package io.sallyport.regoengine.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SharedNamesTest {
    private final SharedNames names = new SharedNames();

    @Test
    void sameWordIsOneText() {
        RegoString first = names.of("shared_word_of_a_test");

        assertThat(names.of("shared_word_of_a_test")).isSameAs(first);
    }

    @Test
    void hostsPathsAndLongWordsTakeNoPlace() {
        for (String text : new String[] {"a.example.com", "/a", "1st", "*", "x".repeat(25), "é"}) {
            assertThat(names.of(text)).isEqualTo(RegoString.of(text)).isNotSameAs(names.of(text));
        }
    }

    @Test
    void moreNamesThanPlacesStayThemselves() {
        Set<RegoString> crowd = new HashSet<>();
        for (int i = 0; i < 20_000; i++) {
            crowd.add(names.of("crowd" + i));
        }

        assertThat(crowd).hasSize(20_000).contains(RegoString.of("crowd19999"));
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
