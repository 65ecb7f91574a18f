package io.sallyport.gateway.serve;

import io.sallyport.configuration.Config;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.policycompiler.RegoVersion;

/** Where an operator keeps guardrails; then it is their only source. Reads the disk. */
interface GuardrailsSource {
    /** What stands there now; what is not there, or cannot be read whole, is no guardrails at all. */
    GuardrailsDocuments read() throws StartException;

    static GuardrailsSource of(Config.Guardrails configured, RegoVersion version) {
        return configured.isBundle()
                ? new GuardrailsBundle(configured.path(), configured.key(), version)
                : new GuardrailsFolder(configured.path());
    }
}
