package io.sallyport.regoengine.builtin.yaml;

import io.sallyport.regoengine.builtin.BuiltinError;
import java.util.Map;
import org.snakeyaml.engine.v2.api.ConstructNode;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;
import org.snakeyaml.engine.v2.schema.Schema;

/** Leaves plain scalars unresolved, so that they can be told from quoted or tagged ones. */
final class YamlSchema implements Schema {
    private static final Tag OPEN = new Tag("open");

    @Override
    public ScalarResolver getScalarResolver() {
        return (value, implicit) -> implicit ? OPEN : Tag.STR;
    }

    @Override
    public Map<Tag, ConstructNode> getSchemaTagConstructors() {
        return Map.of();
    }

    /** Returns whether the scalar is a string regardless of its text; an application tag also makes it a string. */
    static boolean isText(ScalarNode scalar) {
        Tag tag = scalar.getTag();
        if (tag.equals(Tag.BINARY)) {
            throw new BuiltinError("yaml: !!binary is not read here");
        }
        return !tag.equals(OPEN)
                && !tag.equals(Tag.INT)
                && !tag.equals(Tag.FLOAT)
                && !tag.equals(Tag.BOOL)
                && !tag.equals(Tag.NULL);
    }
}
