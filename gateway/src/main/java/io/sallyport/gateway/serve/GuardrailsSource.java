package io.sallyport.gateway.serve;

import io.sallyport.configuration.Config;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control.ConfiguredGuardrails;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.policycompiler.author.RegoVersion;

/** Where an operator keeps guardrails, which is then their only source. Reads the disk. */
public interface GuardrailsSource {
    /** Reads the current content. A missing or partly unreadable source is an error. */
    GuardrailsDocuments read() throws StartException;

    /** Returns the author of what it holds, for the history. */
    ChangeOrigin origin();

    /** Reads the current content, with its author. */
    default ConfiguredGuardrails configured() throws StartException {
        return new ConfiguredGuardrails(read(), origin());
    }

    /** Returns the folder or the bundle; {@code version} is the required version of its Rego. */
    static GuardrailsSource of(Config.Guardrails configured, RegoVersion version) {
        return configured.isBundle()
                ? new GuardrailsBundle(configured.path(), configured.key(), version)
                : new GuardrailsFolder(configured.path());
    }
}
