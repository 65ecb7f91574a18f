package io.sallyport.model.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.text.Parsed;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostListTest {
    private final HostList list = hosts("Legacy.Example", "*.old.example", "192.0.2.7");

    @ParameterizedTest
    @ValueSource(strings = {"legacy.example", "a.old.example", "a.b.old.example", "192.0.2.7"})
    void holdsWhatIsNamedAndWhatLiesBelowAStar(String host) {
        assertThat(list.contains(host(host))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"old.example", "a.legacy.example", "evilold.example", "example", "192.0.2.8"})
    void holdsNothingElse(String host) {
        assertThat(list.contains(host(host))).isFalse();
        assertThat(HostList.NONE.contains(host(host))).isFalse();
    }

    @Test
    void everyWrongEntryIsNamed() {
        var rejected = (HostList.Rejected) HostList.parse(List.of("a..b", "ok.example", "*", "*.192.0.2.7", "a*.b"));
        assertThat(rejected.problems())
                .extracting(HostList.Problem::entry)
                .containsExactly("a..b", "*", "*.192.0.2.7", "a*.b");
    }

    private static HostList hosts(String... entries) {
        return ((HostList.Accepted) HostList.parse(List.of(entries))).hosts();
    }

    private static CanonicalHost host(String text) {
        return ((Parsed.Accepted<CanonicalHost>) CanonicalHost.parse(text)).value();
    }
}
