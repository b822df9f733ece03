import { Type, type TUnsafe } from "typebox";

export interface Definition<Id extends string = string> {
  readonly id: Id;
  readonly title: string;
}

export interface Enumeration<Titles extends Record<string, string>> {
  readonly ids: readonly (keyof Titles & string)[];
  readonly titles: Titles;
  readonly schema: TUnsafe<keyof Titles & string>;
  readonly definitions: readonly Definition<keyof Titles & string>[];
  has(value: string): value is keyof Titles & string;
}

/**
 * @param titles - in the order of lists. @example export const RECEIPT_STATE = defineEnumeration({
 * NEW: "Не сформирован", … }); export type ReceiptState = IdOf<typeof RECEIPT_STATE>;
 */
export function defineEnumeration<const Titles extends Record<string, string>>(
  titles: Titles,
): Enumeration<Titles> {
  type Id = keyof Titles & string;
  const ids = Object.keys(titles) as Id[];
  return {
    ids,
    titles,
    schema: Type.Unsafe<Id>({ type: "string", enum: ids }),
    definitions: ids.map((id) => ({ id, title: titles[id] as string })),
    has: (value): value is Id => Object.hasOwn(titles, value),
  };
}

export type IdOf<E> = E extends Enumeration<infer Titles> ? keyof Titles & string : never;
