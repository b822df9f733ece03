import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isAllowed, type Access } from "#contract/access/access.ts";
import { ALL_ENDPOINTS } from "#contract/endpoint-catalogue.ts";
import { API_BASES } from "#contract/kernel/api-bases.ts";
import { SANDBOX_ENDPOINTS } from "#server/sandbox/sandbox-endpoints.ts";
import {
  BAD_INPUT_CLASSES,
  type BadRequest,
  type FuzzedCall,
  makeBadRequest,
} from "#tests/support/bad-inputs.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { addDemoRecords } from "#tests/support/demo-records.ts";
import { seededRandom } from "#tests/support/seeded-random.ts";

/** `FUZZ_PER_CALL=200` is the long run; `FUZZ_SEED` repeats one. */
const PER_CALL = Number(process.env["FUZZ_PER_CALL"] ?? 20);
const SEED = Number(process.env["FUZZ_SEED"] ?? 20_261_120);
const RSS_GROWTH_LIMIT = 100 * 1024 * 1024;

/** Words of the database, the source or a stack, which no answer may contain. */
const INSIDES =
  /\bat \S+ \(|\.ts:\d|node_modules|\bSELECT\b|\bINSERT INTO\b|syntax error|relation "|column "|violates|constraint|kysely|pg_|invalid input|out of range|TypeError|RangeError|ReferenceError|Cannot read|is not a function/;
const RUSSIAN = /[А-яЁё]/;

let product: DemoApp;
beforeAll(async () => {
  product = await buildDemoApp();
  await addDemoRecords(product);
});
afterAll(() => product.close());

interface Target extends FuzzedCall {
  /** Callers in turns; `null` is a guest. */
  readonly callers: readonly (string | null)[];
}

/** Every call that has a handler, also of the helper page. */
function targets(): Target[] {
  const served = ALL_ENDPOINTS.filter((one) => product.app.served.has(one.id)).map((one) => ({
    ...one,
    path: API_BASES[one.base].prefix + one.path,
    callers: callersOf(one.access),
  }));
  const sandbox = Object.values(SANDBOX_ENDPOINTS).map((one) => ({
    ...one,
    id: `sandbox.${one.id}`,
    path: `/sandbox/api${one.path}`,
    callers: [null, CAST.owner],
  }));
  return [...served, ...sandbox];
}

function callersOf(access: Access): (string | null)[] {
  return [
    ...(isAllowed(access, null) ? [null] : []),
    ...(isAllowed(access, { role: "OWNER", isWorkman: false }) ? [CAST.owner] : []),
    ...(isAllowed(access, { role: null, isWorkman: true }) ? [CAST.workman] : []),
  ];
}

test("the classes of bad input are the 24 agreed and a few more", () => {
  expect(BAD_INPUT_CLASSES.length).toBeGreaterThanOrEqual(24);
});

test(
  "bad input is answered in words, on every call, and the server stays as it was",
  { timeout: 3_600_000 },
  async () => {
    const random = seededRandom(SEED);
    const faults: string[] = [];
    const statuses = new Map<number, number>();
    const calls = targets();
    const tokens = new Map<string, { authorization: string }>();
    let sent = 0;
    let rssAfterWarmUp = 0;

    const send = async (target: Target, caller: string | null, request: BadRequest) => {
      if (caller !== null && !tokens.has(caller)) tokens.set(caller, await product.signIn(caller));
      const headers = { ...request.headers, ...(caller === null ? {} : tokens.get(caller)) };
      return product.http.inject({
        method: target.method as "GET",
        url: request.url,
        headers,
        ...(request.payload ? { payload: request.payload } : {}),
      });
    };

    for (let round = 0; round < PER_CALL; round += 1) {
      for (const target of calls) {
        const caller = target.callers[round % target.callers.length] ?? null;
        // The first rounds take the classes in turn, so that a short run meets each of them.
        const request = makeBadRequest(
          target,
          random,
          BAD_INPUT_CLASSES[(round * 7 + sent) % BAD_INPUT_CLASSES.length],
        );
        let answer = await send(target, caller, request);
        if (answer.statusCode === 401 && caller !== null) {
          // The last call may have ended the session or moved the clock.
          tokens.delete(caller);
          answer = await send(target, caller, request);
        }
        sent += 1;
        // A service switched off would hide the calls that follow.
        if (
          target.method === "PUT" &&
          /^\/sandbox\/api\/[\w-]+\/switches$/.test(target.path) &&
          answer.statusCode === 200
        )
          await product.call(null, "PUT", target.path, { outOfReach: false });
        statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
        for (const fault of faultsOf(
          answer.statusCode,
          answer.body,
          answer.headers["content-type"],
        )) {
          faults.push(
            `${target.id} as ${caller ?? "a guest"}, ${request.what}: ${fault}\n    ${target.method} ${request.url.slice(0, 200)} ${request.payload?.toString("latin1").slice(0, 200) ?? ""}\n    ${answer.body.slice(0, 300)}`,
          );
        }
      }
      if (round === PER_CALL >> 1) rssAfterWarmUp = rssWithoutGarbage();
    }

    const growth = rssWithoutGarbage() - rssAfterWarmUp;
    const counts = [...statuses]
      .sort(([one], [other]) => one - other)
      .map(([status, count]) => `${status}: ${count}`)
      .join(", ");
    console.info(
      `${sent} bad requests to ${calls.length} calls, seed ${SEED}; answers ${counts}; memory grew by ${(growth / 1024 / 1024).toFixed(1)} MiB`,
    );
    expect(
      faults.length,
      `${faults.length} faults, seed ${SEED}:\n${faults.slice(0, 30).join("\n")}`,
    ).toBe(0);
    expect((await product.call(null, "GET", "/health/ready")).status).toBe(200);
    expect((await product.call(CAST.viewer, "GET", "/client-api/user/my-info")).status).toBe(200);
    expect(growth).toBeLessThanOrEqual(RSS_GROWTH_LIMIT);
  },
);

/** Memory after collection: garbage comes and goes by 100 MB. */
function rssWithoutGarbage(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().rss;
}

function faultsOf(status: number, body: string, contentType: unknown): string[] {
  if (status < 400) return [];
  const faults = status >= 500 ? [`status ${status}`] : [];
  if (INSIDES.test(body)) faults.push(`shows its insides: ${INSIDES.exec(body)?.[0]}`);
  if (!String(contentType).startsWith("application/json"))
    return [...faults, `an error as ${String(contentType)}`];
  const problem = JSON.parse(body) as {
    message?: unknown;
    code?: unknown;
    requestId?: unknown;
    errors?: Record<string, unknown>;
  };
  if (typeof problem.message !== "string" || !RUSSIAN.test(problem.message))
    faults.push("no Russian message");
  if (status !== 422)
    return typeof problem.code === "string" && typeof problem.requestId === "string"
      ? faults
      : [...faults, "no code or request id"];
  const lists = Object.values(problem.errors ?? {});
  if (lists.length === 0) faults.push("422 without errors");
  if (
    !lists.every(
      (list) =>
        Array.isArray(list) &&
        list.length > 0 &&
        list.every((one) => typeof one === "string" && RUSSIAN.test(one)),
    )
  )
    faults.push("an error that is not a Russian sentence in a list");
  return faults;
}
