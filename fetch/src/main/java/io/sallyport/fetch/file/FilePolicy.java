package io.sallyport.fetch.file;

import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Reported;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether one run may get a file now. Safe for concurrent use; returns at once. */
public interface FilePolicy {
    /** What was said of a URL. */
    sealed interface Judged {}

    /**
     * It may be got.
     *
     * @param rule what grants it, where that has a name
     * @param isCounted whether it is one of the run's fetches, of which its harness allows so many
     * @param addresses where it is dialled and nowhere else; empty: at public addresses
     * @param certificate what the target is shown if it asks for a certificate, or null for none
     * @param reported what rules in report mode say, for the record alone
     */
    record Admitted(
            @Nullable String rule,
            boolean isCounted,
            List<String> addresses,
            ClientCertificates.@Nullable Certificate certificate,
            Reported reported)
            implements Judged {
        /** It may be got, with nothing reported. */
        public Admitted(@Nullable String rule, boolean isCounted, List<String> addresses) {
            this(rule, isCounted, addresses, null, Reported.NONE);
        }

        /** Returns the names of the credentials that it shows a certificate of; none if it shows none. */
        public List<String> credentials() {
            return certificate == null ? List.of() : certificate.names();
        }
    }

    /** It may not; {@code refused} is what the client hears. */
    record Turned(FetchRefusal refused) implements Judged {}

    /** Asks of a URL, and of each that it leads to. */
    Judged judge(CanonicalUrl url);
}
