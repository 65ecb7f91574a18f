package io.sallyport.gateway.log;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import java.util.Iterator;
import org.slf4j.LoggerFactory;

/** Switches the program's own log to JSON lines. */
public final class JsonLogs {
    private JsonLogs() {}

    /**
     * Makes console appenders write JSON, and logs uncaught exceptions the same way. Levels, and an operator's other
     * appenders, keep their configuration.
     */
    public static void begin() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
            for (Iterator<Appender<ILoggingEvent>> all = root.iteratorForAppenders(); all.hasNext(); ) {
                if (all.next() instanceof ConsoleAppender<ILoggingEvent> console) {
                    encode(console, context);
                }
            }
        }
        org.slf4j.Logger log = LoggerFactory.getLogger(JsonLogs.class);
        Thread.setDefaultUncaughtExceptionHandler(
                (thread, fault) -> log.error("the thread {} ended", thread.getName(), fault));
    }

    private static void encode(ConsoleAppender<ILoggingEvent> console, LoggerContext context) {
        var encoder = new JsonLineEncoder();
        encoder.setContext(context);
        encoder.start();
        console.stop();
        console.setEncoder(encoder);
        console.start();
    }
}
