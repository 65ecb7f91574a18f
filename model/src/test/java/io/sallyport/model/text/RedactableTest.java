package io.sallyport.model.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedactableTest {
    @ParameterizedTest
    @ValueSource(strings = {"x-key", "X_Key", "authorization", "Hosts", "x-host", "!#$%&'*+-.^_`|~0aZ"})
    void takesOutFields(String name) {
        assertThat(Redactable.of(name)).isEqualTo(Redactable.YES);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "x key", "x:key", "body.secret[0]", "ä", "x-\u212Aey", "x\u0000", "x\r\n", "@", "[", "{"
            })
    void knowsNoOtherNames(String name) {
        assertThat(Redactable.of(name)).isEqualTo(Redactable.NO_FIELD);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Host", "HOST", "content-length", "Content_Length", "Transfer.Encoding"})
    void leavesWhatIsPartOfEveryRequestHoweverItIsWritten(String name) {
        assertThat(Redactable.of(name)).isEqualTo(Redactable.WRITTEN_ANEW);
    }
}
