package io.sallyport.documents;

import java.util.function.Supplier;

/** A shape with its JSON Schema, which is made when it is asked for. */
record DescribedShape(Shape shape, Supplier<ShapeSchema> described) implements Shape {
    @Override
    public void check(DocumentNode node, String name, Findings findings) {
        shape.check(node, name, findings);
    }

    @Override
    public ShapeSchema schema() {
        return described.get();
    }
}
