package io.sallyport.regoengine.builtin.standard;

import io.sallyport.regoengine.builtin.Builtins;
import io.sallyport.regoengine.builtin.Notes;
import io.sallyport.regoengine.builtin.cloud.AwsSigning;
import io.sallyport.regoengine.builtin.collection.ArrayFunctions;
import io.sallyport.regoengine.builtin.collection.Graphs;
import io.sallyport.regoengine.builtin.collection.LoopCandidates;
import io.sallyport.regoengine.builtin.collection.ObjectFunctions;
import io.sallyport.regoengine.builtin.collection.Sets;
import io.sallyport.regoengine.builtin.encoding.ByteEncodings;
import io.sallyport.regoengine.builtin.encoding.Hashes;
import io.sallyport.regoengine.builtin.encoding.QueryEncodings;
import io.sallyport.regoengine.builtin.encoding.Uuids;
import io.sallyport.regoengine.builtin.graphql.Graphqls;
import io.sallyport.regoengine.builtin.json.JsonDocuments;
import io.sallyport.regoengine.builtin.json.JsonLayout;
import io.sallyport.regoengine.builtin.json.JsonTexts;
import io.sallyport.regoengine.builtin.jsonschema.JsonSchemas;
import io.sallyport.regoengine.builtin.jwt.JwtSigning;
import io.sallyport.regoengine.builtin.jwt.Jwts;
import io.sallyport.regoengine.builtin.net.Cidrs;
import io.sallyport.regoengine.builtin.net.Uris;
import io.sallyport.regoengine.builtin.number.Aggregates;
import io.sallyport.regoengine.builtin.number.Arithmetic;
import io.sallyport.regoengine.builtin.number.Integers;
import io.sallyport.regoengine.builtin.number.Units;
import io.sallyport.regoengine.builtin.number.Versions;
import io.sallyport.regoengine.builtin.pattern.Globs;
import io.sallyport.regoengine.builtin.pattern.Regexes;
import io.sallyport.regoengine.builtin.text.Sprintf;
import io.sallyport.regoengine.builtin.text.StringChanges;
import io.sallyport.regoengine.builtin.text.Strings;
import io.sallyport.regoengine.builtin.text.Templates;
import io.sallyport.regoengine.builtin.time.Times;
import io.sallyport.regoengine.builtin.type.Casts;
import io.sallyport.regoengine.builtin.type.Comparisons;
import io.sallyport.regoengine.builtin.type.Types;
import io.sallyport.regoengine.builtin.x509.X509;
import io.sallyport.regoengine.builtin.x509.X509Keys;
import io.sallyport.regoengine.builtin.yaml.Yamls;
import java.util.List;

/**
 * All functions of this engine. Functions that access the outside ({@code http.send}, {@code net.lookup_ip_addr},
 * {@code opa.runtime}) are excluded by design.
 */
public final class StandardBuiltins {
    private static final Builtins ALL = Builtins.of(List.of(
            Comparisons.ALL,
            Arithmetic.ALL,
            Aggregates.ALL,
            Strings.ALL,
            StringChanges.ALL,
            ArrayFunctions.ALL,
            ObjectFunctions.ALL,
            Sets.ALL,
            LoopCandidates.ALL,
            Types.ALL,
            Casts.ALL,
            Sprintf.ALL,
            Integers.ALL,
            ByteEncodings.ALL,
            QueryEncodings.ALL,
            JsonTexts.ALL,
            JsonDocuments.ALL,
            JsonSchemas.ALL,
            Hashes.ALL,
            Regexes.ALL,
            Globs.ALL,
            Cidrs.ALL,
            Times.ALL,
            Versions.ALL,
            Units.ALL,
            Graphs.ALL,
            Graphqls.ALL,
            Uuids.ALL,
            Notes.ALL,
            Jwts.ALL,
            JwtSigning.ALL,
            Uris.ALL,
            JsonLayout.ALL,
            Yamls.ALL,
            AwsSigning.ALL,
            Templates.ALL,
            X509.ALL,
            X509Keys.ALL));

    private StandardBuiltins() {}

    public static Builtins all() {
        return ALL;
    }
}
