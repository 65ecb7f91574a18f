package io.sallyport.fetch;

import io.sallyport.audit.AuditLog;
import io.sallyport.fetch.cache.CachedFile;
import io.sallyport.fetch.cache.CachedSkill;
import io.sallyport.fetch.cache.SkillCache;
import io.sallyport.fetch.file.FileClient;
import io.sallyport.fetch.forge.ForgeClient;
import io.sallyport.fetch.landing.Executables;
import io.sallyport.fetch.share.Flights;
import io.sallyport.fetch.share.Places;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * What all fetches of one gateway share.
 *
 * @param flights of skills, by hash and place
 * @param fileFlights of single files, by hash and place
 * @param walks places for skills that are got from forges
 * @param downloads places for files that are got from wherever they are
 */
record FetchMeans(
        ForgeClient forges,
        FileClient files,
        SkillCache cache,
        boolean isOffline,
        Executables executables,
        AuditLog audit,
        InstantSource wall,
        LongSupplier nanoClock,
        Flights<CachedSkill> flights,
        Flights<CachedFile> fileFlights,
        Scans scans,
        Places walks,
        Places downloads,
        LookUps lookUps) {}
