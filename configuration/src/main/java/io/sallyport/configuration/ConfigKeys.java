package io.sallyport.configuration;

import io.sallyport.configuration.bundle.BundleSection;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.provider.LoginSection;
import io.sallyport.configuration.provider.ProviderSection;
import java.util.List;
import java.util.stream.Stream;

/** Lists every key, in the order of the documentation page. */
final class ConfigKeys {
    private ConfigKeys() {}

    static List<Key<?>> all() {
        return Stream.of(
                        GatewayKeys.all(),
                        BundleSection.keys(),
                        AuditSection.keys(),
                        AuditStoreSection.keys(),
                        SinkSection.keys(),
                        TransparentSection.keys(),
                        UnixSection.keys(),
                        DnsSection.keys(),
                        UpstreamSection.keys(),
                        ApprovalSection.keys(),
                        TrialSection.keys(),
                        WorkspaceSection.keys(),
                        AskSection.keys(),
                        LimitsSection.keys(),
                        RateSection.keys(),
                        ProviderSection.keys(),
                        LoginSection.keys(),
                        InferenceSection.keys(),
                        IssuerSection.keys(),
                        OidcSection.keys(),
                        FindingSection.keys(),
                        PolicySection.keys(),
                        OperationSection.keys(),
                        TelemetrySection.keys(),
                        SharedSection.keys(),
                        HarnessSection.keys(),
                        SkillSection.keys(),
                        FetchSection.keys(),
                        ServerSection.keys())
                .flatMap(List::stream)
                .flatMap(keys -> keys.all().stream())
                .toList();
    }
}
