import { afterAll, beforeAll, expect, test } from "vitest";
import { buildDemoApp, type DemoApp } from "#tests/support/demo-app.ts";

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
});
afterAll(() => demo.close());

test("a guest finds a city by a part of its name and reads it alone", async () => {
  const found = await demo.call(
    null,
    "GET",
    `/client-api/city/list?search=${encodeURIComponent("тольят")}`,
  );
  expect(found.body.items?.map((city) => city["title"])).toEqual(["Тольятти"]);
  const id = found.body.items?.[0]?.["id"];
  expect((await demo.call(null, "GET", `/client-api/city/info?cityID=${id}`)).body).toMatchObject({
    id,
    title: "Тольятти",
  });
  expect((await demo.call(null, "GET", "/client-api/city/info?cityID=999999")).status).toBe(404);
});

test("services and their groups come in the order asked for", async () => {
  const services =
    (
      await demo.call(
        null,
        "GET",
        "/client-api/service/list?orderField=filterIndex&orderDirection=desc",
      )
    ).body.items ?? [];
  const indexes = services.map((one) => one["filterIndex"] as number);
  expect(services).toHaveLength(85);
  expect(indexes).toEqual([...indexes].sort((a, b) => b - a));
  const groups =
    (
      await demo.call(
        null,
        "GET",
        "/client-api/service-group/list?orderField=panelIndex&orderDirection=desc",
      )
    ).body.items ?? [];
  expect(groups).toHaveLength(12);
  expect(
    (
      await demo.call(null, "GET", `/client-api/service/list?groupID=${groups[0]?.["id"]}`)
    ).body.items?.every((one) => one["groupID"] === groups[0]?.["id"]),
  ).toBe(true);
});

test("definitions are sent once and then confirmed by their tag", async () => {
  const first = await demo.call(null, "GET", "/client-api/definitions");
  expect(first.body["jobStates"]).toContainEqual({ id: "PUBLISHED", title: expect.any(String) });
  expect(first.headers["cache-control"]).toBe("private, max-age=60");
  const again = await demo.call(null, "GET", "/client-api/definitions", undefined, {
    "if-none-match": String(first.headers["etag"]),
  });
  expect(again.status).toBe(304);
  expect(again.raw).toHaveLength(0);
});
