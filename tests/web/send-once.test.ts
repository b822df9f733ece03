import { beforeEach, expect, test } from "vitest";
import { ALL_ENDPOINTS } from "#contract/endpoint-catalogue.ts";
import { invoiceEndpoints } from "#contract/invoices/invoice-endpoints.ts";
import { isFileAnswer } from "#contract/kernel/define-endpoints.ts";
import { walletEndpoints } from "#contract/workman-wallet/wallet-endpoints.ts";
import { resetSession } from "#web/session/session.ts";
import { sendOnce } from "#web/calls/send-once.ts";
import { toHttpError } from "#web/wire/http-error.ts";
import { aPerson } from "#tests/support/console-server.ts";

const { withdrawByCard } = walletEndpoints;
const NO_ANSWER = toHttpError(0, null);
const WRONG_CODE = toHttpError(422, { errors: { otp: ["Неверный код"] } });

/** Sums of their own keep the tests apart: keys outlive a window. */
let rubles = 100;
beforeEach(() => {
  rubles += 1;
  resetSession(aPerson(null), "token");
});

async function keyOf(
  otp: string,
  answer: () => Promise<unknown> = () => Promise.resolve({}),
  amount = rubles,
): Promise<string | undefined> {
  let key: string | undefined;
  await sendOnce(withdrawByCard, { body: { cardID: "c1", amount, otp } }, (keyed) => {
    key = keyed.idempotencyKey;
    return answer();
  }).catch(() => undefined);
  return key;
}

test("a key stays after no answer and a wrong code, with a new code too, until an answer comes", async () => {
  const first = await keyOf("111111", () => Promise.reject(NO_ANSWER));
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(await keyOf("222222", () => Promise.reject(WRONG_CODE))).toBe(first);
  expect(await keyOf("333333")).toBe(first);
  expect(await keyOf("333333")).not.toBe(first);
});

test("a refusal ends the intent, another sum and another company are other intents", async () => {
  const refused = await keyOf("1", () => Promise.reject(toHttpError(409, {})));
  const lost = await keyOf("1", () => Promise.reject(NO_ANSWER));
  expect(lost).not.toBe(refused);
  expect(await keyOf("1", undefined, rubles + 0.5)).not.toBe(lost);
  resetSession(aPerson("OWNER"), "token");
  expect(await keyOf("1")).not.toBe(lost);
});

test("two presses share one request, two payments after another are two", async () => {
  const input = { query: { amount: rubles } };
  const keys: (string | undefined)[] = [];
  const send = ({ idempotencyKey }: { idempotencyKey?: string }) => {
    keys.push(idempotencyKey);
    return Promise.resolve(keys.length);
  };
  const both = [
    sendOnce(invoiceEndpoints.issue, input, send),
    sendOnce(invoiceEndpoints.issue, input, send),
  ];
  expect(await Promise.all(both)).toEqual([1, 1]);
  expect(await sendOnce(invoiceEndpoints.issue, input, send)).toBe(2);
  expect(new Set(keys).size).toBe(2);
});

test("a call that moves nothing has no key", async () => {
  await sendOnce(walletEndpoints.withdrawalTerms, {}, ({ idempotencyKey }) => {
    expect(idempotencyKey).toBeUndefined();
    return Promise.resolve();
  });
});

test("no file is answered to a call that needs a key: downloads make none", () => {
  expect(ALL_ENDPOINTS.filter((one) => one.idempotent && isFileAnswer(one.answer))).toEqual([]);
});
