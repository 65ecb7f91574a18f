package io.sallyport.gateway.credentials;

import io.sallyport.proxy.credentials.SigV4Rule;
import java.util.HashMap;
import java.util.Map;

/**
 * What clients of AWS read from the environment of a sandbox whose requests the gateway signs. They sign with keys that
 * are no keys, the same in every sandbox: nothing of such a signature is sent on but for which region and service it
 * is, so that there is nothing to tell apart.
 */
final class AwsVariables {
    /** 20 characters, as AWS makes them, with two that no real one has: a search for tokens does not find it. */
    private static final String ACCESS_KEY_ID = "AKIA0SALLYPORT0NOKEY";

    /** 40 characters. */
    private static final String SECRET_ACCESS_KEY = "SallyportSignsAnewOnTheLastHop/NoSecret0";

    private AwsVariables() {}

    static Map<String, String> of(SigV4Rule signing) {
        Map<String, String> variables = new HashMap<>();
        variables.put("AWS_ACCESS_KEY_ID", ACCESS_KEY_ID);
        variables.put("AWS_SECRET_ACCESS_KEY", SECRET_ACCESS_KEY);
        String region = signing.region();
        if (region != null) {
            variables.put("AWS_REGION", region);
            variables.put("AWS_DEFAULT_REGION", region); // boto3 reads this one alone
        }
        return Map.copyOf(variables);
    }
}
