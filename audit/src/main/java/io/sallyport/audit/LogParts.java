package io.sallyport.audit;

/** What those who append and the one who writes share. Safe for concurrent use. */
record LogParts(AuditSettings settings, Backlog backlog, Folding folding, Condition condition, Streams streams) {
    static LogParts of(AuditSettings settings) {
        return new LogParts(
                settings,
                new Backlog(settings.maxQueuedRecords(), settings.maxQueuedBytes()),
                new Folding(settings.folding()),
                new Condition(),
                new Streams());
    }
}
