package io.sallyport.gateway.serve;

import io.micrometer.core.instrument.Clock;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.channel.EventLoopGroup;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.sallyport.apiservers.sandbox.SandboxServers;
import io.sallyport.audit.AuditLog;
import io.sallyport.configuration.Config;
import io.sallyport.configuration.RecordedMembers;
import io.sallyport.configuration.TelemetrySettings;
import io.sallyport.control.CompiledPolicies;
import io.sallyport.control.Evaluation;
import io.sallyport.control.RegistryOfSkills;
import io.sallyport.control.store.CaStore;
import io.sallyport.decision.DecisionCache;
import io.sallyport.decision.DecisionMeter;
import io.sallyport.decision.SandboxRegistry;
import io.sallyport.decision.buffers.BufferBudget;
import io.sallyport.decision.guard.ClosedPaths;
import io.sallyport.decision.guard.Guard;
import io.sallyport.decision.skills.SkillRegistry;
import io.sallyport.egress.EgressPolicy;
import io.sallyport.egress.NettyDialer;
import io.sallyport.egress.address.OwnListeners;
import io.sallyport.gateway.metrics.ExemplarSpan;
import io.sallyport.gateway.metrics.PartMeters;
import io.sallyport.gateway.telemetry.RecordContext;
import io.sallyport.gateway.telemetry.RecordSpans;
import io.sallyport.gateway.telemetry.RecordedLabels;
import io.sallyport.gateway.telemetry.SampledTracing;
import io.sallyport.gateway.telemetry.SpanQueue;
import io.sallyport.model.DialRules;
import io.sallyport.policycompiler.author.Authoring;
import io.sallyport.proxy.intercept.InterceptLimits;
import io.sallyport.proxy.intercept.ServerTls;
import io.sallyport.proxy.intercept.TlsProvider;
import io.sallyport.proxy.intercept.TunnelProtocols;
import io.sallyport.proxy.listener.Http2Limits;
import io.sallyport.proxy.telemetry.RequestTracing;
import io.sallyport.transport.Transport;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The parts of a gateway that do not depend on policy. Its creator closes it. */
record GatewayParts(
        EventLoopGroup loops,
        EgressPolicy egress,
        NettyDialer dialer,
        OwnListeners own,
        CompiledPolicies policies,
        SandboxRegistry registry,
        CaRegistry cas,
        @Nullable ServerTls tls,
        CountingAuditLog traffic,
        @Nullable GuardrailsSource guardrails,
        RegistryOfSkills skills,
        Guard guard,
        SandboxServers servers,
        BufferBudget buffers,
        PrometheusMeterRegistry meters,
        PartMeters counts,
        SpanQueue spans,
        RequestTracing tracing)
        implements AutoCloseable {
    private static final Duration LOOPS_END = Duration.ofSeconds(5);

    static GatewayParts of(Config config, CaStore caStore, AuditLog audit) throws StartException {
        var cas = new CaRegistry(caStore, new SecureRandom(), InstantSource.system());
        TlsProvider provider = provider(config.intercept());
        Transport transport = Transport.best();
        var own = OwnListeners.ofThisMachine();
        var servers = new SandboxServers();
        own.addPassing(servers::hasPort);
        EgressPolicy egress = Dialers.policy(config.egress(), own);
        TelemetrySettings.Traces traces = config.operation().telemetry().traces();
        var spans = new SpanQueue();
        RandomGenerator random = () -> ThreadLocalRandom.current().nextLong();
        ExemplarSpan exemplars = traces.areOn() ? new ExemplarSpan() : null;
        PrometheusMeterRegistry meters = registry(exemplars);
        PartMeters counts = PartMeters.in(meters, exemplars, System::nanoTime, InstantSource.system());
        NettyDialer dialer =
                Dialers.of(egress, config.egress(), config.limits().dials(), transport, servers, counts.dials());
        EventLoopGroup loops = transport.newLoops(Runtime.getRuntime().availableProcessors(), "proxy");
        var traffic =
                new CountingAuditLog(audit, counts.requests(), context(config, new RecordSpans(traces, random, spans)));
        CompiledPolicies policies = policies(config, egress, counts.decisions());
        var skills = new SkillRegistry();
        Path folder = config.skills().registry();
        return new GatewayParts(
                loops,
                egress,
                dialer,
                own,
                policies,
                new SandboxRegistry(),
                cas,
                config.intercept().on()
                        ? tls(cas, provider, config.limits().proxy().http2())
                        : null,
                traffic,
                config.guardrails() == null
                        ? null
                        : GuardrailsSource.of(
                                config.guardrails(), config.policy().guardrailsRegoVersion()),
                new RegistryOfSkills(
                        folder == null ? null : new SkillFolder(folder), policies, skills, System::nanoTime),
                new Guard(closedPaths(config), skills, config.skills().checks(), meters),
                servers,
                new BufferBudget(config.limits().buffers()),
                meters,
                counts,
                spans,
                SampledTracing.of(traces, random, spans));
    }

    private static RecordContext context(Config config, RecordSpans spans) {
        RecordedMembers members = config.audit().members();
        return new RecordContext(new RecordedLabels(members.labels()), spans, members.queryNames());
    }

    private static PrometheusMeterRegistry registry(@Nullable ExemplarSpan exemplars) {
        return exemplars == null
                ? new PrometheusMeterRegistry(PrometheusConfig.DEFAULT)
                : new PrometheusMeterRegistry(
                        PrometheusConfig.DEFAULT, new PrometheusRegistry(), Clock.SYSTEM, exemplars);
    }

    static TlsProvider provider(Config.Intercept intercept) throws StartException {
        TlsProvider asked = intercept.tls();
        if (asked != null && !asked.isAvailable()) {
            throw new StartException("intercept.tls: the library of this provider does not load on this machine");
        }
        return asked == null ? TlsProvider.preferred() : asked;
    }

    static ServerTls tls(CaRegistry cas, TlsProvider provider, Http2Limits http2) {
        TunnelProtocols spoken = http2.offersHttp2() ? TunnelProtocols.HTTP_1_AND_2 : TunnelProtocols.HTTP_1;
        return ServerTls.open(
                cas,
                provider,
                InterceptLimits.DEFAULT.with(spoken),
                new SecureRandom(),
                InstantSource.system(),
                System::nanoTime);
    }

    /** Returns the closed paths, which always include the gateway's own files. */
    private static ClosedPaths closedPaths(Config config) {
        var closed = new ArrayList<>(ClosedPaths.BY_DEFAULT);
        closed.addAll(config.guard().closedPaths());
        closed.add(config.state().toString());
        closed.add(config.audit().file().toString());
        closed.add(config.admin().tokenFile().toString());
        config.admin().roles().keySet().forEach(file -> closed.add(file.toString()));
        Config.UpstreamProxy proxy = config.egress().proxy();
        if (proxy != null && proxy.passwordFile() != null) {
            closed.add(proxy.passwordFile().toString());
        }
        if (config.guardrails() != null) {
            closed.add(config.guardrails().path().toString());
        }
        if (config.skills().registry() != null) {
            closed.add(config.skills().registry().toString());
        }
        closed.add(config.fetch().cache().toString());
        return ClosedPaths.of(closed);
    }

    /**
     * Creates the compiler of policies that the configuration describes; the caller closes it.
     *
     * @param dials the dialer's refusals, for warnings
     * @param decisions counts what is decided
     */
    static CompiledPolicies policies(Config config, DialRules dials, DecisionMeter decisions) {
        Config.Policy policy = config.policy();
        return CompiledPolicies.of(
                Authoring.ofSandbox().in(policy.regoVersion()).within(policy.compileTimeout()),
                Authoring.ofGuardrails().in(policy.guardrailsRegoVersion()).within(policy.guardrailsCompileTimeout()),
                new Evaluation(
                        policy.toBytecode(),
                        policy.limits().countedBy(decisions::spent),
                        policy.modules(),
                        new DecisionCache(policy.cacheBytes(), decisions)),
                config.documents().asking(dials),
                InstantSource.system(),
                System::nanoTime);
    }

    /** Closes the parts in reverse order. */
    @Override
    public void close() {
        meters.close();
        policies.close();
        if (tls != null) {
            tls.close();
        }
        dialer.close();
        loops.shutdownGracefully(0, LOOPS_END.toMillis(), TimeUnit.MILLISECONDS).awaitUninterruptibly();
    }
}
