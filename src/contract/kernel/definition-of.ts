import { Type } from "typebox";
import type { Definition, Enumeration, IdOf } from "./define-enumeration.ts";

/** In an answer. */
export function definitionOf<Titles extends Record<string, string>>(
  enumeration: Enumeration<Titles>,
) {
  return Type.Object({ id: enumeration.schema, title: Type.String() });
}

/** Presenters call it, so titles are written once. */
export function definitionFor<Titles extends Record<string, string>>(
  enumeration: Enumeration<Titles>,
  id: IdOf<Enumeration<Titles>>,
): Definition<IdOf<Enumeration<Titles>>> {
  return { id, title: enumeration.titles[id] as string };
}
