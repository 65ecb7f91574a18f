package io.sallyport.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.RequestPart;
import io.sallyport.model.DialRules;
import io.sallyport.model.ReasonCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class RefusalPrinterTest {
    private final StringWriter text = new StringWriter();
    private final PrintWriter err = new PrintWriter(text, true);
    private final RefusalPrinter printer = new RefusalPrinter(
            new UnwrittenLog(), err, new ServerStartup(err, false, System::nanoTime), DialRules.NONE);

    private void lookUp(String name, String type, ReasonCode reason) {
        printer.append(AuditEvent.begin("a", 0).name(RequestPart.name(name, type, null), reason));
    }

    @Test
    void aNameWithoutAGrantIsPrintedOnceWithItsFlag() {
        lookUp("evil.test", "A", ReasonCode.NO_GRANT);
        lookUp("evil.test", "AAAA", ReasonCode.NO_GRANT);
        lookUp("yes.test", "A", ReasonCode.GRANTED);
        assertThat(text.toString())
                .isEqualTo("sallyport: no address for evil.test: no_grant (no grant of this sandbox covers the request)"
                        + "\n  admit it with: --allow 'evil.test'\n");
        assertThat(printer.heardNothing()).as("names are no requests").isTrue();
    }
}
