package io.sallyport.regoengine.builtin.cloud;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.builtin.json.JsonTexts;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * {@code providers.aws.sign_req}: adds AWS headers (Signature Version 4) to a request in the form of {@code http.send}.
 */
public final class AwsSigning {
    public static final List<Builtin> ALL = List.of(Builtin.ternary("providers.aws.sign_req", AwsSigning::sign));

    private static final Set<String> CREDENTIALS =
            Set.of("aws_service", "aws_access_key", "aws_secret_access_key", "aws_region");

    private static final Set<String> REQUIRED = Set.of("method", "url");

    /** The members of a request that OPA 1.22.2 knows. */
    private static final Set<String> KNOWN = Set.of(
            "body",
            "cache",
            "cache_ignored_headers",
            "caching_mode",
            "enable_redirect",
            "force_cache",
            "force_cache_duration_seconds",
            "force_json_decode",
            "force_yaml_decode",
            "headers",
            "max_retry_attempts",
            "method",
            "raise_error",
            "raw_body",
            "timeout",
            "tls_ca_cert",
            "tls_ca_cert_env_variable",
            "tls_ca_cert_file",
            "tls_client_cert",
            "tls_client_cert_env_variable",
            "tls_client_cert_file",
            "tls_client_key",
            "tls_client_key_env_variable",
            "tls_client_key_file",
            "tls_insecure_skip_verify",
            "tls_server_name",
            "tls_use_system_certs",
            "url");

    private AwsSigning() {}

    private static RegoValue sign(BuiltinContext context, RegoValue a, RegoValue b, RegoValue c) {
        RegoObject request = Operands.object(a, 1);
        RegoObject config = Operands.object(b, 2);
        require(config, CREDENTIALS, 2, "AWS config parameters(s)");
        long nanos = nanos(Operands.number(c, 3));
        checkNames(request);
        require(request, REQUIRED, 1, "request parameters(s)");
        byte[] body = body(context, request);
        RegoObject headers = headers(request);
        context.fuel().steps(10L * headers.weight() + body.length + 1_000L);
        context.fuel().makeValues(headers.size() + request.size() + 8L);
        RegoObject signed = new AwsSignature(config, nanos, isUnsigned(config)).headers(request, headers, body);
        return with(request, signed);
    }

    private static void checkNames(RegoObject request) {
        Set<String> unknown = names(request);
        unknown.removeAll(KNOWN);
        refuse(unknown, 1, "invalid request parameters(s)");
    }

    private static void require(RegoObject object, Set<String> names, int position, String what) {
        Set<String> missing = new TreeSet<>(names);
        missing.removeAll(names(object));
        refuse(missing, position, "missing required " + what);
        Set<String> invalid = new TreeSet<>(names);
        invalid.removeIf(name -> object.get(name) instanceof RegoString);
        refuse(invalid, position, "invalid values for required " + what);
    }

    private static void refuse(Set<String> names, int position, String what) {
        if (!names.isEmpty()) {
            String set = names.stream().map(name -> '"' + name + '"').collect(Collectors.joining(", ", "{", "}"));
            throw BuiltinError.operand(position, what + ": " + set);
        }
    }

    private static Set<String> names(RegoObject object) {
        Set<String> names = new TreeSet<>();
        object.forEach((key, value) -> names.add(key instanceof RegoString string ? string.text() : key.toString()));
        return names;
    }

    private static long nanos(RegoNumber time) {
        if (time.isLong()) {
            return time.longValue();
        }
        throw BuiltinError.operand(3, "could not convert time_ns value into a unix timestamp");
    }

    private static boolean isUnsigned(RegoObject config) {
        RegoValue flag = config.get("disable_payload_signing");
        if (flag == null) {
            return false;
        }
        if (flag instanceof RegoBoolean bool) {
            return bool.value();
        }
        throw BuiltinError.operand(2, "invalid value for 'disable_payload_signing' in AWS config");
    }

    private static byte[] body(BuiltinContext context, RegoObject request) {
        @Nullable RegoValue raw = request.get("raw_body");
        @Nullable RegoValue body = request.get("body");
        if (raw != null) {
            return raw instanceof RegoString string ? string.text().getBytes(UTF_8) : new byte[0];
        }
        return body == null ? new byte[0] : JsonTexts.write(context, body).getBytes(UTF_8);
    }

    private static RegoObject headers(RegoObject request) {
        RegoValue headers = request.get("headers");
        return headers == null ? RegoObject.growing() : Operands.object(headers, 1);
    }

    private static RegoObject with(RegoObject request, RegoObject headers) {
        EntryObject signed = RegoObject.growing();
        request.forEach(signed::put);
        signed.put(RegoString.of("headers"), headers);
        return signed;
    }
}
