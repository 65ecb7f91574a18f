package io.sallyport.cli.policy.lsp;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.CompletionList;
import org.eclipse.lsp4j.CompletionParams;
import org.eclipse.lsp4j.DefinitionParams;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidCloseTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.DidSaveTextDocumentParams;
import org.eclipse.lsp4j.DocumentFormattingParams;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.LocationLink;
import org.eclipse.lsp4j.TextDocumentPositionParams;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.jsonrpc.ResponseErrorException;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseError;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseErrorCode;
import org.eclipse.lsp4j.services.TextDocumentService;
import org.jspecify.annotations.Nullable;

/** Takes texts on the reading thread, and answers questions about them on another. */
final class PolicyTextService implements TextDocumentService {
    private final RegoCheck rego;
    private final Executor answers;
    private volatile @Nullable EditedWorkspace workspace; // from initialize on

    /** @param answers rejects what it has no room for */
    PolicyTextService(RegoCheck rego, Executor answers) {
        this.rego = rego;
        this.answers = answers;
    }

    void begin(EditedWorkspace edited) {
        workspace = edited;
    }

    /** Returns the workspace for a question; before there is one, the protocol wants this error. */
    private EditedWorkspace workspace() {
        EditedWorkspace begun = workspace;
        if (begun == null) {
            throw refused(ResponseErrorCode.ServerNotInitialized, "initialize comes first");
        }
        return begun;
    }

    private static ResponseErrorException refused(ResponseErrorCode code, String why) {
        return new ResponseErrorException(new ResponseError(code, why, null));
    }

    /** Passes a change on; the protocol drops what comes before there is a workspace. */
    private void told(Consumer<EditedWorkspace> change) {
        EditedWorkspace begun = workspace;
        if (begun != null) {
            change.accept(begun);
        }
    }

    @Override
    public void didOpen(DidOpenTextDocumentParams params) {
        var opened = params.getTextDocument();
        told(edited -> edited.changed(opened.getUri(), opened.getVersion(), opened.getText()));
    }

    @Override
    public void didChange(DidChangeTextDocumentParams params) {
        var changed = params.getTextDocument();
        params.getContentChanges().stream()
                .reduce((_, last) -> last)
                .ifPresent(whole ->
                        told(edited -> edited.changed(changed.getUri(), changed.getVersion(), whole.getText())));
    }

    @Override
    public void didClose(DidCloseTextDocumentParams params) {
        told(edited -> edited.closed(params.getTextDocument().getUri()));
    }

    @Override
    public void didSave(DidSaveTextDocumentParams params) {
        // the text is that of the last change
    }

    @Override
    @SuppressWarnings("NullAway") // in the protocol, null says that nothing is known
    public CompletableFuture<Hover> hover(HoverParams params) {
        PositionUnit unit = workspace().counted();
        return answered(params, null, asked -> HoverText.of(asked.document(), asked.spot(), unit));
    }

    @Override
    public CompletableFuture<Either<List<CompletionItem>, CompletionList>> completion(CompletionParams params) {
        return answered(
                params,
                Either.forLeft(List.of()),
                asked -> Either.forLeft(CompletedNames.of(asked.document(), asked.spot())));
    }

    @Override
    public CompletableFuture<Either<List<? extends Location>, List<? extends LocationLink>>> definition(
            DefinitionParams params) {
        return answered(params, Either.forLeft(List.of()), asked -> Either.forLeft(definitions(asked)));
    }

    @Override
    public CompletableFuture<List<? extends TextEdit>> formatting(DocumentFormattingParams params) {
        EditedWorkspace edited = workspace();
        OpenDocument document = edited.documents().find(params.getTextDocument().getUri());
        if (document == null || !document.isRego()) {
            return CompletableFuture.completedFuture(List.of());
        }
        String text = document.text().text();
        return rego.formatted(text)
                .<List<? extends TextEdit>>thenApply(formatted -> formatted.equals(text)
                        ? List.of()
                        : List.of(new TextEdit(document.text().whole(edited.counted()), formatted)))
                .toCompletableFuture();
    }

    private List<Location> definitions(Asked asked) {
        EditedWorkspace edited = workspace();
        OpenDocument document = asked.document();
        if (!document.isRego()) {
            return List.of();
        }
        var unit = edited.unitOf(document.path());
        RegoUnit files = RegoUnit.read(unit, edited.files(), edited.opened(unit));
        var reference = RegoWords.at(
                document.text().line(asked.spot().line()), asked.spot().offset());
        return RuleHeads.of(reference, document.text().text(), files.files()).stream()
                .map(head -> new Location(
                        head.file().toUri().toString(),
                        head.text().range(head.line(), head.from(), head.to(), edited.counted())))
                .toList();
    }

    /** A question about one place in a document. */
    private record Asked(OpenDocument document, DocumentText.Spot spot) {}

    private <T> CompletableFuture<T> answered(
            TextDocumentPositionParams at, T unknown, Function<? super Asked, ? extends T> answer) {
        EditedWorkspace edited = workspace();
        OpenDocument document = edited.documents().find(at.getTextDocument().getUri());
        if (document == null) {
            return CompletableFuture.completedFuture(unknown);
        }
        var asked = new Asked(document, document.text().spot(at.getPosition(), edited.counted()));
        try {
            return CompletableFuture.supplyAsync(() -> answer.apply(asked), answers);
        } catch (RejectedExecutionException _) {
            return CompletableFuture.failedFuture(
                    refused(ResponseErrorCode.ServerCancelled, "too many questions wait"));
        }
    }
}
