package io.sallyport.models;

import io.netty.channel.EventLoop;
import io.sallyport.audit.AuditLog;
import io.sallyport.decision.ledger.BudgetHolds;
import io.sallyport.egress.Dialer;
import io.sallyport.egress.http.KeptConnections;
import io.sallyport.inference.PriceTable;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What all requests of models of one gateway share.
 *
 * @param keys what each backend is shown now
 * @param dialer reaches backends
 * @param loops for their connections
 * @param idle those that wait for the next request
 * @param rates of every call, beside those that policies attach
 * @param prompts what records say of prompts
 * @param wall for records
 * @param nanoClock elapsed nanoseconds
 */
public record ModelResources(
        ModelRoutes routes,
        BackendKeys keys,
        Dialer dialer,
        Supplier<EventLoop> loops,
        KeptConnections idle,
        PriceTable prices,
        BudgetHolds holds,
        ModelLimits limits,
        List<String> rates,
        PromptRecording prompts,
        AuditLog audit,
        InstantSource wall,
        LongSupplier nanoClock) {}
