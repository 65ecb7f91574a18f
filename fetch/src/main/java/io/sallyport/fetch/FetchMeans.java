package io.sallyport.fetch;

import io.sallyport.audit.AuditLog;
import io.sallyport.fetch.cache.CachedSkill;
import io.sallyport.fetch.cache.SkillCache;
import io.sallyport.fetch.forge.ForgeClient;
import io.sallyport.fetch.landing.Executables;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/** What all fetches of one gateway share. */
record FetchMeans(
        ForgeClient forges,
        SkillCache cache,
        boolean isOffline,
        Executables executables,
        AuditLog audit,
        InstantSource wall,
        LongSupplier nanoClock,
        Flights<CachedSkill> flights,
        ScanMemory scans,
        Walks walks) {}
