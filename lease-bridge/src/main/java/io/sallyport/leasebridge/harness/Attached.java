package io.sallyport.leasebridge.harness;

import io.sallyport.leasebridge.harness.Sourced.Mapping;
import io.sallyport.leasebridge.harness.Sourced.Text;

/** Looks at the providers and profiles that a harness attaches. Confined to one reading. */
final class Attached {
    private final Documents documents;

    Attached(Documents documents) {
        this.documents = documents;
    }

    void check(Mapping harness) {
        harness.texts("providers").forEach(provider -> check(provider, "providers"));
        harness.mapping("openshell").texts("profiles").forEach(profile -> check(profile, "openshell.profiles"));
    }

    private void check(Text text, String where) {
        if (PinnedUrl.isUrl(text.text()) || text.text().indexOf('/') >= 0) {
            documents.error(text, "NOT_OPENED", where + ": nothing that it names is opened here");
        } else {
            Origin at = text.origin();
            documents
                    .begin(at.document(), at.depth())
                    .warning(at.place(), "NOT_ASKED_FOR", where + ": nothing reads this yet", null);
        }
    }
}
