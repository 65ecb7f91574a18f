package io.sallyport.gateway.serve;

import java.util.List;

/** Bodies of PUT, one for each kind of document, since each kind loads different code. */
final class WarmUpBodies {
    private static final String LEASE = """
            {"lease": {
              "net.fetch": ["https://warm.test/v1/**", "http://*.warm.test/a/*/b"], "tool.call": ["x.*"],
              "model.use": ["m"], "cost.budget": ["requests:1000"]},
             "phase": "planning", "run": "warm-up", "labels": {"a": "b"}}""";
    private static final String NETWORK_POLICY = """
            {"policy": "version: 1\\nnetwork_policies:\\n  a:\\n    endpoints:\\n\
                  - {host: warm.test, port: 443, protocol: rest, access: read-only}\\n\
                  - {host: '*.warm.test', ports: [443, 80], protocol: rest, \
            rules: [{allow: {method: GET, path: '/v1/*/b'}}]}\\n\
                  - {host: db.warm.test, port: 5432, protocol: tcp}\\n"}""";
    private static final String HARNESS = """
            {"harness": "base: base.yaml\\nopenshell: {profiles: [reader]}\\n",
             "files": {
               "base.yaml": "agent: agents/a.md\\nrole: a\\n",
               "profiles/reader.yaml": "id: reader\\nendpoints:\\n\
              - {host: warm.test, port: 443, access: read-only, deny_rules: [{method: GET, path: /closed}]}\\n"}}""";

    static final List<String> ALL = List.of(LEASE, NETWORK_POLICY, HARNESS);

    private WarmUpBodies() {}
}
