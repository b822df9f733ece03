import { expect, test } from "vitest";
import { cacheFor } from "#server/pages/cache.ts";
import { LruCache } from "#server/work/lru-cache.ts";

test("what is asked for stays, what nobody asks for makes room", () => {
  const pages = new LruCache<string>(2);
  pages.set("/", "home");
  pages.set("/faq", "questions");
  expect(pages.get("/")).toBe("home");
  pages.set("/about", "about");
  expect([pages.get("/"), pages.get("/faq"), pages.get("/about")]).toEqual([
    "home",
    undefined,
    "about",
  ]);
  for (let index = 0; index < 1000; index += 1) pages.set(`/typed-by-a-stranger-${index}`, "page");
  expect(pages.get("/")).toBeUndefined();
  expect(pages.get("/typed-by-a-stranger-999")).toBe("page");
});

test("an answer is asked for once in a while, however many come for it, and a failure is not kept", async () => {
  let nowMs = 0;
  let asked = 0;
  let isBroken = true;
  const list = cacheFor(1000, async (origin: string) => {
    asked += 1;
    await Promise.resolve();
    if (isBroken) throw new Error("the database is away");
    return `${origin} ${asked}`;
  }, () => nowMs); // prettier-ignore
  await expect(list("a")).rejects.toThrow("away");
  isBroken = false;
  expect(await Promise.all([list("a"), list("b"), list("c")])).toEqual(["a 2", "a 2", "a 2"]);
  nowMs = 999;
  expect(await list("d")).toBe("a 2");
  nowMs = 1000;
  expect(await list("e")).toBe("e 3");
});
