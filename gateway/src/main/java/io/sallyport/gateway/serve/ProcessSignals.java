package io.sallyport.gateway.serve;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles signals from the operator. Uses reflection: {@code sun.misc.Signal} is the JDK's API for it ({@code
 * jdk.unsupported}), but javac warns of direct uses in a way that cannot be suppressed.
 */
public final class ProcessSignals {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessSignals.class);

    private ProcessSignals() {}

    /**
     * Runs {@code action} at each signal of that name, instead of the JVM's own handling.
     *
     * @param name without {@code SIG}: {@code TERM}, {@code INT}, {@code HUP}
     * @param action must be quick; runs on a thread of the JVM
     */
    public static void on(String name, Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object ours = Proxy.newProxyInstance(
                    ProcessSignals.class.getClassLoader(),
                    new Class<?>[] {handler},
                    (proxy, method, arguments) -> answer(proxy, method, arguments, action));
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), ours);
        } catch (ReflectiveOperationException e) {
            LOG.warn("SIG{} cannot be heard on this JVM", name, e);
        }
    }

    @SuppressWarnings("ReferenceEquality") // a handler is equal only to itself
    private static @Nullable Object answer(Object proxy, Method method, Object[] arguments, Runnable action) {
        return switch (method.getName()) {
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            case "toString" -> "signal handler";
            default -> {
                action.run();
                yield null;
            }
        };
    }
}
