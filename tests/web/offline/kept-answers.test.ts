import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ALL_ENDPOINTS } from "#contract/endpoint-catalogue.ts";
import { API_BASES } from "#contract/kernel/api-bases.ts";
import { dropKept, keepFor, KEPT, keptFor } from "#web/offline/kept-store.ts";
import { keptAnswers } from "#service-worker/kept-answers.ts";
import { isKeptRead, KEPT_READS } from "#service-worker/kept-reads.ts";
import { cachesInMemory } from "#tests/support/caches-in-memory.ts";

const WORKER = 7;
const PAPERS = "http://localhost/edoc-api/documents?page=1";
const DAY_MS = 86_400_000;

beforeEach(() => {
  vi.stubGlobal("caches", cachesInMemory());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what is kept are calls of the contract that only read", () => {
  const reads = new Set(
    ALL_ENDPOINTS.filter(({ method }) => method === "GET").map(
      ({ base, path }) => API_BASES[base].prefix + path,
    ),
  );
  expect(KEPT_READS.filter((path) => !reads.has(path))).toEqual([]);
});

test("cards, requisites, scans and what a company reads are not kept, nor is a file beside a paper", () => {
  expect(isKeptRead("/edoc-api/documents/15/download/document")).toBe(true);
  for (const path of [
    "/open-api/v1/workman/payment-details",
    "/open-api/v1/workman/payments/binded-cards",
    "/open-api/v1/workman/documents",
    "/open-api/v1/workman/references",
    "/open-api/v1/accounts/summary",
    "/open-api/v1/payroll-registries",
    "/open-api/v1/events",
    "/edoc-api/documents/15",
  ])
    expect(isKeptRead(path), path).toBe(false);
});

test("a worker's answer is kept without the token it was asked with and without the key of drafts", async () => {
  await keepFor(WORKER);
  const asked = request("http://localhost/client-api/user/my-info", WORKER);
  const kept = await put(asked, { id: WORKER, draftKey: "ab".repeat(32) });
  expect(await keptAnswers.cacheKeyWillBeUsed({ request: asked })).toBe(asked.url);
  expect(await kept?.json()).toEqual({ id: WORKER, draftKey: "" });
});

test("an answer of another person, or after a sign-out, is not kept", async () => {
  expect(await put(request(PAPERS, WORKER), {})).toBeNull();
  await keepFor(WORKER);
  expect(await put(request(PAPERS, WORKER), {})).not.toBeNull();
  expect(await put(request(PAPERS, 8), {})).toBeNull();
  expect(await put(request(PAPERS, null), {})).toBeNull();
  expect(await put(request(PAPERS, WORKER), {}, 403)).toBeNull();
  await dropKept();
  expect(await put(request(PAPERS, WORKER), {})).toBeNull();
});

test("what is kept is shown to its person, with or without a token, and to nobody else", async () => {
  await keepFor(WORKER);
  const kept = await put(request(PAPERS, WORKER), { items: [] });
  expect(await take(kept, request(PAPERS, WORKER))).not.toBeNull();
  expect(await take(kept, request(PAPERS, null))).not.toBeNull();
  expect(await take(kept, request(PAPERS, 8))).toBeNull();
  await keepFor(8);
  expect(await take(kept, request(PAPERS, WORKER))).toBeNull();
});

test("the next person begins with nothing, and after thirty days nobody has anything", async () => {
  vi.useFakeTimers();
  await keepFor(WORKER);
  const kept = await put(request(PAPERS, WORKER), {});
  await (await caches.open(KEPT)).put(PAPERS, kept!.clone());
  await keepFor(8);
  expect(await (await caches.open(KEPT)).match(PAPERS)).toBeUndefined();

  await keepFor(WORKER);
  await (await caches.open(KEPT)).put(PAPERS, kept!.clone());
  vi.advanceTimersByTime(31 * DAY_MS);
  expect(await keptFor()).toBeNull();
  expect(await take(kept, request(PAPERS, null))).toBeNull();
  await keepFor(WORKER);
  expect(await (await caches.open(KEPT)).match(PAPERS)).toBeUndefined();
});

function request(address: string, person: number | null): Request {
  const claims = btoa(JSON.stringify({ sub: String(person) }));
  const headers = person === null ? undefined : { authorization: `Bearer head.${claims}.seal` };
  return new Request(address, { headers });
}

const put = (asked: Request, body: object, status = 200) =>
  keptAnswers.cacheWillUpdate({
    request: asked,
    response: new Response(JSON.stringify(body), { status }),
  });

const take = (kept: Response | null, asked: Request) =>
  keptAnswers.cachedResponseWillBeUsed({
    cachedResponse: kept!.clone(),
    event: { request: asked } as FetchEvent,
  });
