import { Type } from "typebox";
import type { Definition, Enumeration, IdOf } from "./define-enumeration.ts";

/** Schema of an answer. */
export function definitionOf<Titles extends Record<string, string>>(
  enumeration: Enumeration<Titles>,
) {
  return Type.Object({ id: enumeration.schema, title: Type.String() });
}

/** Titles are written once. */
export function definitionFor<Titles extends Record<string, string>>(
  enumeration: Enumeration<Titles>,
  id: IdOf<Enumeration<Titles>>,
): Definition<IdOf<Enumeration<Titles>>> {
  return { id, title: enumeration.titles[id] as string };
}
