package io.sallyport.gateway.serve;

import io.sallyport.model.SandboxId;
import io.sallyport.policycompiler.Library;
import io.sallyport.proxy.intercept.SandboxCa;
import io.sallyport.regoengine.eval.ToBytecode;
import java.security.SecureRandom;
import java.time.InstantSource;

/**
 * Loads what the first policy needs beside the rest of the start, for commands that start a gateway for themselves. On
 * one core the start takes as long as without it. What fails here fails again, with its reason, where it is needed.
 */
public final class EarlyLoading {
    private static final SandboxId THROWN_AWAY = new SandboxId("early-loading");

    private EarlyLoading() {}

    /** Begins to load on a thread of its own, which does not keep the JVM from ending. */
    public static void begin() {
        Thread.ofPlatform().daemon().name("early-loading").start(EarlyLoading::load);
    }

    private static void load() {
        Library.load(ToBytecode.WHEN_USED);
        SandboxCa.create(THROWN_AWAY, new SecureRandom(), InstantSource.system());
    }
}
