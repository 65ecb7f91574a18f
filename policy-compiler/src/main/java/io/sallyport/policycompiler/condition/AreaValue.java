package io.sallyport.policycompiler.condition;

import io.sallyport.leasebridge.Re2;
import io.sallyport.model.condition.RequestArea;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import java.util.List;

/** Writes areas of requests in the form that {@code matching.rego} reads. */
public final class AreaValue {
    private AreaValue() {}

    public static RegoArray of(List<RequestArea> areas) {
        return RegoArray.of(areas.stream().map(AreaValue::of).toList());
    }

    private static RegoObject of(RequestArea area) {
        return RegoObject.growing()
                .put("host", RegoString.of(Re2.ofHost(area.host())))
                .put(
                        "paths",
                        RegoArray.of(area.paths().stream().map(RegoString::of).toList()))
                .put(
                        "ports",
                        RegoArray.of(area.ports().stream()
                                .sorted()
                                .map(RegoNumber::of)
                                .toList()))
                .sealed();
    }
}
