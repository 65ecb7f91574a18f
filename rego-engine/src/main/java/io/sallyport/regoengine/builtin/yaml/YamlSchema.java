package io.sallyport.regoengine.builtin.yaml;

import io.sallyport.regoengine.builtin.BuiltinError;
import java.util.Map;
import org.snakeyaml.engine.v2.api.ConstructNode;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;
import org.snakeyaml.engine.v2.schema.Schema;

/** Leaves plain text open, so that it can be told from text that is quoted or tagged. */
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

    /** Whether it is a string whatever it says; a tag of an application means a string, too. */
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
