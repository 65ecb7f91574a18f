package io.sallyport.proxy.intercept;

import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslProvider;

/** Whose TLS does the work. */
public enum TlsProvider {
    /** The JDK's own: everywhere, and several times dearer. */
    JDK(SslProvider.JDK),
    /** BoringSSL as a native library; contexts and handlers are counted and released. */
    BORINGSSL(SslProvider.OPENSSL_REFCNT);

    private final SslProvider netty;

    TlsProvider(SslProvider netty) {
        this.netty = netty;
    }

    /** BoringSSL where its library loads, else the JDK. */
    public static TlsProvider preferred() {
        return BORINGSSL.isAvailable() ? BORINGSSL : JDK;
    }

    /** Whether this machine has it; the first call loads the native library. */
    public boolean isAvailable() {
        return this == JDK || (OpenSsl.isAvailable() && OpenSsl.supportsKeyManagerFactory());
    }

    SslProvider netty() {
        return netty;
    }
}
