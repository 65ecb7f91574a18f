package io.sallyport.regoengine.builtin.x509;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The functions of {@code crypto.x509} for certificates. */
public final class X509 {
    public static final List<Builtin> ALL = List.of(
            Builtin.unary("crypto.x509.parse_certificates", X509::parse),
            Builtin.unary("crypto.x509.parse_and_verify_certificates", X509::verify),
            Builtin.binary("crypto.x509.parse_and_verify_certificates_with_options", X509::verifyWithOptions),
            Builtin.unary("crypto.x509.parse_certificate_request", X509Requests::parse));

    private static final RegoArray UNVERIFIED = RegoArray.of(RegoBoolean.FALSE, RegoArray.EMPTY);

    private X509() {}

    private interface Form {
        RegoObject of(Fuel fuel, byte[] certificate);
    }

    private static RegoValue parse(BuiltinContext context, RegoValue operand) {
        List<byte[]> certificates = X509Certificates.read(context.fuel(), Operands.text(operand, 1));
        return objects(context.fuel(), certificates, X509Certificates::extended);
    }

    private static RegoArray objects(Fuel fuel, List<byte[]> certificates, Form form) {
        return RegoArray.of(certificates.stream()
                .map(certificate -> form.of(fuel, certificate))
                .toList());
    }

    private static RegoValue verify(BuiltinContext context, RegoValue operand) {
        String text = Operands.text(operand, 1);
        return verified(context.fuel(), text, X509Wanted.ofServer(context), X509Certificates::extended);
    }

    /** OPA omits the texts of URIs here. */
    private static RegoValue verifyWithOptions(BuiltinContext context, RegoValue a, RegoValue b) {
        String text = Operands.text(a, 1);
        RegoObject options = Operands.object(b, 2);
        if (readable(context.fuel(), text) == null) {
            return UNVERIFIED;
        }
        return verified(context.fuel(), text, X509Wanted.of(context, options), X509Certificates::plain);
    }

    private static @Nullable List<byte[]> readable(Fuel fuel, String text) {
        try {
            List<byte[]> certificates = X509Certificates.read(fuel, text);
            certificates.forEach(certificate -> X509Certificates.plain(fuel, certificate));
            return certificates;
        } catch (BuiltinError e) {
            return null;
        }
    }

    private static RegoArray verified(Fuel fuel, String text, X509Wanted wanted, Form form) {
        List<byte[]> certificates = readable(fuel, text);
        List<byte[]> chain = certificates == null ? null : X509Chains.verified(fuel, certificates, wanted);
        return chain == null ? UNVERIFIED : RegoArray.of(RegoBoolean.TRUE, objects(fuel, chain, form));
    }
}
