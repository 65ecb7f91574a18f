package io.sallyport.gateway.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator.ExecutionStatus;
import org.junit.jupiter.api.Test;

final class ConsoleLogTest {
    @Test
    void aLogbackFileOnTheClassPathIsReadInstead() {
        var context = new LoggerContext();
        assertThat(new ConsoleLog().configure(context)).isEqualTo(ExecutionStatus.INVOKE_NEXT_IF_ANY);
        assertThat(context.getLogger("ROOT").iteratorForAppenders().hasNext()).isFalse();
    }
}
