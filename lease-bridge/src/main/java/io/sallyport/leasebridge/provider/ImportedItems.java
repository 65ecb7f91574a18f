package io.sallyport.leasebridge.provider;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.Findings;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the items of one document: each is imported, refuses the document, or, where only something unsupported is
 * wrong with it and that is asked for, is left out with a warning. Confined to one import.
 */
final class ImportedItems {
    private static final Set<String> UNSUPPORTED = Set.of(
            DiagnosticCode.NOT_THERE_YET.name(),
            DiagnosticCode.NOT_EXACT.name(),
            DiagnosticCode.NOT_SAFE.name(),
            DiagnosticCode.BAD_HOST.name());

    private final Findings document;
    private final Supplier<Findings> fresh;
    private final boolean skips;

    /** @param skips whether unsupported items are left out */
    ImportedItems(CredentialDialect dialect, Findings document, boolean skips) {
        this.document = document;
        this.fresh = () -> dialect.findings(document.file());
        this.skips = skips;
    }

    /**
     * An item that was read.
     *
     * @param value null only if there are errors
     */
    record Item<T>(@Nullable T value, List<Diagnostic> found) {
        boolean hasErrors() {
            return found.stream().anyMatch(Diagnostic::isError);
        }
    }

    /** Returns the findings of the whole document. */
    Findings document() {
        return document;
    }

    /** Reads an item, and adds nothing to the document's findings yet. */
    <T> Item<T> read(Function<Findings, @Nullable T> reading) {
        Findings own = fresh.get();
        @Nullable T value = reading.apply(own);
        return new Item<>(value, own.all());
    }

    /**
     * Adds the findings of an item. Returns it; null if it is left out, or refuses the document.
     *
     * @param mayBeLeftOut false where less would be refused without it
     */
    <T> @Nullable T settled(Item<T> item, boolean mayBeLeftOut) {
        boolean leftOut = mayBeLeftOut && skips && item.found().stream().allMatch(ImportedItems::isHarmless);
        item.found().stream()
                .map(diagnostic -> leftOut && diagnostic.isError() ? leftOut(diagnostic) : diagnostic)
                .forEach(document::add);
        return item.hasErrors() ? null : item.value();
    }

    /** Reads an item that may be left out. */
    <T> @Nullable T item(Function<Findings, @Nullable T> reading) {
        return settled(this.<T>read(reading), true);
    }

    private static boolean isHarmless(Diagnostic diagnostic) {
        return !diagnostic.isError() || UNSUPPORTED.contains(diagnostic.code());
    }

    private static Diagnostic leftOut(Diagnostic error) {
        return new Diagnostic(
                Diagnostic.Severity.WARNING,
                error.file(),
                error.line(),
                error.column(),
                error.code(),
                "left out: " + error.message(),
                error.help());
    }
}
