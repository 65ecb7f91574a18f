package io.sallyport.fetch;

import io.sallyport.audit.AuditLog;
import io.sallyport.fetch.cache.CachedFile;
import io.sallyport.fetch.cache.CachedSkill;
import io.sallyport.fetch.cache.SkillCache;
import io.sallyport.fetch.file.FileClient;
import io.sallyport.fetch.forge.ForgeClient;
import io.sallyport.fetch.landing.Executables;
import io.sallyport.fetch.share.BoundedSharedCalls;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * What all fetches of one gateway share.
 *
 * @param walks of skills that are got from forges, by hash and place
 * @param downloads of files that are got from wherever they are, by hash and place
 */
record FetchResources(
        ForgeClient forges,
        FileClient files,
        SkillCache cache,
        boolean isOffline,
        Executables executables,
        AuditLog audit,
        InstantSource wall,
        LongSupplier nanoClock,
        BoundedSharedCalls<CachedSkill> walks,
        BoundedSharedCalls<CachedFile> downloads,
        SkillScans scans,
        CacheLookups lookUps) {}
