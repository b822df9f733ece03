import { SerializerSelector, type SerializerFactory } from "@fastify/fast-json-stringify-compiler";
import { makeOnFirstUse } from "#server/work/make-on-first-use.ts";

/** At the first answer: all three hundred take half a second. */
export const lazySerializers: SerializerFactory = (schemas, options) => {
  const compile = SerializerSelector()(schemas, options);
  return (route) => {
    const serializer = makeOnFirstUse(() => compile(route));
    return (answer) => serializer()(answer);
  };
};
