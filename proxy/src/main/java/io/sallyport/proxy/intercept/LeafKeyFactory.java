package io.sallyport.proxy.intercept;

import io.netty.handler.ssl.util.SimpleKeyManagerFactory;
import java.security.KeyStore;
import javax.net.ssl.KeyManager;
import javax.net.ssl.ManagerFactoryParameters;
import org.jspecify.annotations.Nullable;

/** Carries {@link LeafKeys} where Netty takes a factory only. */
final class LeafKeyFactory extends SimpleKeyManagerFactory {
    private final LeafKeys keys;

    LeafKeyFactory(LeafKeys keys) {
        this.keys = keys;
    }

    @Override
    protected void engineInit(@Nullable KeyStore store, char @Nullable [] password) {
        // the keys come with the constructor
    }

    @Override
    protected void engineInit(ManagerFactoryParameters parameters) {
        // the keys come with the constructor
    }

    @Override
    protected KeyManager[] engineGetKeyManagers() {
        return new KeyManager[] {keys};
    }
}
