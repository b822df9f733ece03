import { expect, test } from "vitest";
import { Type } from "typebox";
import { cleanText } from "#contract/values/clean-text.ts";
import { makeInputCheck } from "#server/http/input-check.ts";

test("letters of two pieces become one, invisible marks go, ordinary text stays", () => {
  expect(cleanText("Воробье\u0308в Андреи\u0306")).toBe("Воробьёв Андрей");
  expect(cleanText("\ufeff\u202a7701\u202c\u200b\u2060 Абра\u00adмов\ufe0f")).toBe("7701 Абрамов");
  const plain = "ООО «Ромашка» – 10\u00a0238,25 ₽, Әлия 🙂";
  expect(cleanText(plain)).toBe(plain);
});

test("forms, searches and tags come clean, in lists and inner objects too", () => {
  const check = makeInputCheck(
    Type.Object({
      search: Type.String({ maxLength: 5 }),
      tags: Type.Array(Type.String()),
      inner: Type.Object({ name: Type.String() }),
    }),
    "body",
    false,
  );
  const body = { search: "Семе\u0308н\u200b", tags: ["и\u0306"], inner: { name: "А\u00adл" } };
  expect(check(body)).toEqual({ search: "Семён", tags: ["й"], inner: { name: "Ал" } });
});
