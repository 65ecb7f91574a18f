package io.sallyport.cli.policy.lsp;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.eclipse.lsp4j.CompletionOptions;
import org.eclipse.lsp4j.GeneralClientCapabilities;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.InitializeResult;
import org.eclipse.lsp4j.ServerCapabilities;
import org.eclipse.lsp4j.ServerInfo;
import org.eclipse.lsp4j.TextDocumentSyncKind;
import org.eclipse.lsp4j.WorkspaceFolder;
import org.eclipse.lsp4j.services.LanguageServer;
import org.jspecify.annotations.Nullable;

/** Begins and ends the session of a client (LSP 3.17, Lifecycle Messages). */
final class PolicyLanguageServer implements LanguageServer {
    private final PolicyTextService texts;
    private final WatchedFilesService watched = new WatchedFilesService();
    private final BiFunction<WorkspaceFiles, PositionUnit, EditedWorkspace> begin;
    private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
    private volatile boolean isShutDown;

    /** @param begin starts the checks of a client with those folders, which counts in that unit */
    PolicyLanguageServer(PolicyTextService texts, BiFunction<WorkspaceFiles, PositionUnit, EditedWorkspace> begin) {
        this.texts = texts;
        this.begin = begin;
    }

    /** Completes when the client ends the session; true if it had shut the server down before. */
    CompletableFuture<Boolean> ended() {
        return ended;
    }

    @Override
    public CompletableFuture<InitializeResult> initialize(InitializeParams params) {
        GeneralClientCapabilities general = params.getCapabilities() == null
                ? null
                : params.getCapabilities().getGeneral();
        PositionUnit unit = PositionUnit.negotiated(general == null ? null : general.getPositionEncodings());
        EditedWorkspace edited = begin.apply(new WorkspaceFiles(folders(params)), unit);
        texts.begin(edited);
        watched.begin(edited);
        return CompletableFuture.completedFuture(
                new InitializeResult(capabilities(unit), new ServerInfo("sallyport policy lsp")));
    }

    private static ServerCapabilities capabilities(PositionUnit unit) {
        var capabilities = new ServerCapabilities();
        capabilities.setPositionEncoding(unit.word());
        capabilities.setTextDocumentSync(TextDocumentSyncKind.Full);
        capabilities.setHoverProvider(true);
        capabilities.setCompletionProvider(new CompletionOptions(false, List.of(".")));
        capabilities.setDefinitionProvider(true);
        capabilities.setDocumentFormattingProvider(true);
        return capabilities;
    }

    @SuppressWarnings("deprecation") // clients before 3.6 name one folder
    private static List<Path> folders(InitializeParams params) {
        @Nullable List<WorkspaceFolder> several = params.getWorkspaceFolders();
        Stream<String> uris = several == null || several.isEmpty()
                ? Stream.ofNullable(params.getRootUri())
                : several.stream().map(WorkspaceFolder::getUri);
        return uris.flatMap(uri -> Stream.ofNullable(OpenDocuments.path(uri))).toList();
    }

    @Override
    @SuppressWarnings("NullAway") // in the protocol, the answer is null
    public CompletableFuture<Object> shutdown() {
        isShutDown = true;
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void exit() {
        ended.complete(isShutDown);
    }

    @Override
    public PolicyTextService getTextDocumentService() {
        return texts;
    }

    @Override
    public WatchedFilesService getWorkspaceService() {
        return watched;
    }
}
