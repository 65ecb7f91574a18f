package io.sallyport.apiservers.check;

import io.sallyport.apiservers.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;

/** Starts a program with its token in a file; one that does not know the flag ends, and need not know it. */
record TokenFileCheck(CheckedProgram subject, CheckTimeouts patience, ServerPolling waiting) {
    private static final ContractClause CLAUSE = ContractClause.TOKEN_FILE;

    ClauseResult run(CheckProcesses running) throws IOException, InterruptedException {
        FileAttribute<?> ownersOnly =
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        Path file = Files.createTempFile("sallyport-check", ".token", ownersOnly);
        try {
            String token = CheckedProgram.newToken();
            Files.writeString(file, token);
            try (CheckedProcess trial =
                    running.start(() -> subject.startWithTokenFile(file, token, patience.reply()))) {
                return finding(trial);
            }
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private ClauseResult finding(CheckedProcess trial) throws InterruptedException {
        boolean settled = waiting.until(
                patience.startup(),
                () -> !trial.isAlive() || trial.ask(RawRequest.get("/healthz")).status() == 200);
        if (!settled) {
            return ClauseResult.fallsShort(CLAUSE, "it neither ends nor is healthy");
        }
        if (!trial.isAlive()) {
            ExitStatus exit = trial.end(Duration.ZERO);
            boolean clean = exit != null && exit.isClean();
            return clean
                    ? ClauseResult.fallsShort(CLAUSE, trial.lastWords())
                    : ClauseResult.unseen(CLAUSE, "it does not take --token-file");
        }
        RawResponse with = trial.askWithToken(RawRequest.get("/tools.json"));
        RawResponse another =
                trial.ask(RawRequest.get("/no-such-path").bearer(trial.token().replace('-', '0')));
        return ClauseResult.of(
                CLAUSE,
                with.status() == 200 && another.status() == 401,
                "with it " + with.told() + ", with another token " + another.told());
    }
}
