package io.sallyport.bundles;

import io.sallyport.bundles.ServiceCredentials.AwsSignature4;
import io.sallyport.regoengine.builtin.cloud.AwsSignature;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Signs requests for AWS with the code of {@code providers.aws.sign_req}, as OPA does. Immutable. */
record AwsRequest(AwsSignature4 aws, InstantSource clock) {
    /** Adds the headers of a signature over method, URL, host, time and body. */
    void sign(
            String accessKeyId,
            String secretAccessKey,
            String sessionToken,
            String method,
            String url,
            Map<String, String> headers,
            byte[] body) {
        EntryObject config = RegoObject.growing()
                .put("aws_access_key", RegoString.of(accessKeyId))
                .put("aws_secret_access_key", RegoString.of(secretAccessKey))
                .put("aws_region", RegoString.of(aws.region()))
                .put("aws_service", RegoString.of(aws.service()));
        if (!sessionToken.isEmpty()) {
            config.put("aws_session_token", RegoString.of(sessionToken));
        }
        EntryObject request =
                RegoObject.growing().put("method", RegoString.of(method)).put("url", RegoString.of(url));
        new AwsSignature(config.sealed(), nanos(), false)
                .headers(request.sealed(), RegoObject.growing(), body)
                .forEach((name, value) -> headers.put(text(name).equals("host") ? "Host" : text(name), text(value)));
    }

    private long nanos() {
        Instant now = clock.instant();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }

    private static String text(RegoValue value) {
        return value instanceof RegoString string ? string.text() : value.toString();
    }
}
