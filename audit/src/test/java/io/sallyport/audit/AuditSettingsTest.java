package io.sallyport.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import org.junit.jupiter.api.Test;

class AuditSettingsTest {
    /** In classes of their own, because the order of class initialization is fixed once per JVM. */
    @Test
    void theDefaultsAreWholeWhicheverSettingsAreReadFirst() throws Exception {
        URL classes = AuditSettings.class.getProtectionDomain().getCodeSource().getLocation();
        try (var fresh = new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader())) {
            Class.forName(FoldSettings.class.getName(), true, fresh);
            Class<?> settings = Class.forName(AuditSettings.class.getName(), true, fresh);
            Object defaults = settings.getField("DEFAULTS").get(null);
            assertThat(settings.getMethod("folding").invoke(defaults)).isNotNull();
        }
    }
}
