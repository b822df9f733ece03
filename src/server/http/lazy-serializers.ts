import { SerializerSelector, type SerializerFactory } from "@fastify/fast-json-stringify-compiler";
import { lazily } from "#server/work/lazily.ts";

/**
 * Fastify's serializers, each compiled at its first answer: all three hundred took half a second of
 * the start.
 */
export const lazySerializers: SerializerFactory = (schemas, options) => {
  const compile = SerializerSelector()(schemas, options);
  return (route) => {
    const serializer = lazily(() => compile(route));
    return (answer) => serializer()(answer);
  };
};
