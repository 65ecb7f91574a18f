package io.sallyport.audit;

/** The state shared by the threads that append and the thread that writes. Safe for concurrent use. */
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
