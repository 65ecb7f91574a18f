package io.sallyport.audit;

/** What those who append and the one who writes share. Safe for concurrent use. */
record LogParts(
        AuditSettings settings, Backlog backlog, RefusalFolding folding, Condition condition, LogFollowers streams) {
    static LogParts of(AuditSettings settings) {
        return new LogParts(
                settings,
                new Backlog(settings.maxQueuedRecords(), settings.maxQueuedBytes()),
                new RefusalFolding(settings.folding()),
                new Condition(),
                new LogFollowers());
    }
}
