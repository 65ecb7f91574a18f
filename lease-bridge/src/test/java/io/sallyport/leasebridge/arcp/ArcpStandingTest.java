package io.sallyport.leasebridge.arcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ArcpStandingTest {
    @Test
    void whatWasNeverReachedIsNotLost() {
        assertThat(ArcpLink.standing(false))
                .contains("has not been reached yet")
                .doesNotContain("lost");
        assertThat(ArcpLink.standing(true)).contains("is lost");
    }
}
