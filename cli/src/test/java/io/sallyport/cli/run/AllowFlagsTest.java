package io.sallyport.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.RequestPart;
import io.sallyport.leasebridge.AllowLease;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AllowFlagsTest {
    @Test
    void theRefusedPathComesFirstAndTheHostLast() {
        assertThat(AllowFlags.of(request("http", "no.example", 81, "/a/b/x.js")))
                .containsExactly("http://no.example:81/a/b/x.js", "http://no.example:81/a/b/**", "no.example:81");
        assertThat(AllowFlags.of(request("https", "no.example", 443, "/")))
                .containsExactly("https://no.example/", "https://no.example/**", "no.example");
    }

    @Test
    void ofATunnelOnlyItsHostIsKnown() {
        assertThat(AllowFlags.of(request("https", "::1", 8443, null)))
                .containsExactly("https://[::1]:8443/**", "[::1]:8443");
    }

    @Test
    void eachIsAValueOfTheFlag() {
        assertThat(AllowLease.read(AllowFlags.of(request("https", "no.example", 8443, "/@a/it's"))))
                .isInstanceOf(AllowLease.Written.class);
    }

    @Test
    void aShellReadsThemBack() {
        assertThat(AllowFlags.lines(request("https", "no.example", 443, "/it's")))
                .isEqualTo("\n  admit it with: --allow 'https://no.example/it'\\''s'"
                        + "\n  or, wider: --allow 'https://no.example/**' or --allow 'no.example'");
    }

    @Test
    void ofAWebSocketNoOtherSchemeIsSaid() {
        assertThat(AllowFlags.of(request("wss", "no.example", 443, "/live")))
                .containsExactly("wss://no.example/live", "wss://no.example/**");
    }

    @Test
    void noFlagSaysTcp() {
        assertThat(AllowFlags.lines(request("tcp", "no.example", 5432, null))).isEmpty();
    }

    private static RequestPart request(String scheme, String host, int port, @Nullable String path) {
        return new RequestPart(scheme, host, port, "GET", path, List.of(), null, null, null, null, null, 0, 0);
    }
}
