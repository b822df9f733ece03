import { SerializerSelector, type SerializerFactory } from "@fastify/fast-json-stringify-compiler";
import { makeOnFirstUse } from "#server/work/make-on-first-use.ts";

type Serializer = ReturnType<ReturnType<SerializerFactory>>;

/** Serializers by schema: routes share some. */
const made = new WeakMap<object, () => Serializer>();

/** At the first answer: all three hundred take half a second. */
export const lazySerializers: SerializerFactory = (schemas, options) => {
  const compile = SerializerSelector()(schemas, options);
  return (route) => {
    const schema = route.schema as object;
    const serializer = made.get(schema) ?? makeOnFirstUse(() => compile(route));
    made.set(schema, serializer);
    return (answer) => serializer()(answer);
  };
};
