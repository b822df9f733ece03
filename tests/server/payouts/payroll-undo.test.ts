import { afterAll, beforeAll, expect, test } from "vitest";
import { addDemoRecords } from "#tests/support/demo-records.ts";
import { codeOn } from "#tests/support/codes.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { PayrollDesk } from "#tests/support/payroll-desk.ts";

let demo: DemoApp;
let desk: PayrollDesk;
let id: number;
beforeAll(async () => {
  demo = await buildDemoApp();
  id = (await addDemoRecords(demo)).ready[0];
  desk = new PayrollDesk(demo, CAST.financeManager);
});
afterAll(() => demo.close());

const undo = (body: object) => desk.call("POST", `/payroll-registries/${id}/undo`, body);
const cancel = (body: object) => desk.call("POST", `/payroll-registries/${id}/cancel`, body);
async function schedule() {
  const { version } = await desk.registry(id);
  await desk.call("POST", `/payroll-registries/${id}/send-execute-code`, {
    version,
    mode: "VALID_ONLY",
  });
  expect(
    (
      await desk.call("POST", `/payroll-registries/${id}/execute`, {
        version,
        mode: "VALID_ONLY",
        otp: await codeOn(demo, CAST.financeManager),
      })
    ).statusCode,
  ).toBe(200);
  const info = await desk.info(id);
  return { version: info.version, cancelUntil: info.lastCancelAt };
}

test("undo pressed in two tabs takes the payment back once and cancels nothing", async () => {
  const seen = await schedule();
  const [first, second] = await Promise.all([undo(seen), undo(seen)]);
  expect([first.statusCode, second.statusCode].sort()).toEqual([200, 409]);
  expect([first, second].find((one) => one.statusCode === 409)?.json()).toMatchObject({
    message: "Отправка уже отменена: реестр не запланирован",
  });
  expect(await desk.registry(id)).toMatchObject({
    state: { id: "READY" },
    permissions: { undo: false, cancel: true, canExecute: true },
  });
});

test("undo of an earlier confirmation does not touch the one after it", async () => {
  demo.clock.advance(120_000);
  const stale = await schedule();
  expect((await undo(stale)).statusCode).toBe(200);
  demo.clock.advance(120_000);
  const seen = await schedule();
  expect((await undo(stale)).json()).toMatchObject({
    code: "conflict",
    message:
      "Реестр запущен заново, пока вы его смотрели. Проверьте новое время начала и отмените ещё раз, если это нужно",
  });
  expect(await desk.registry(id)).toMatchObject({
    state: { id: "SCHEDULED" },
    permissions: { undo: true, cancel: false },
  });
  expect((await undo({ ...seen, version: seen.version + 1 })).statusCode).toBe(409);
  expect((await undo(seen)).statusCode).toBe(200);
});

test("a registry is cancelled for good only in the state and version that were on the screen", async () => {
  const { version } = await desk.registry(id);
  expect((await cancel({})).statusCode).toBe(422);
  for (const seen of [
    { version: version + 1, stateID: "READY" },
    { version, stateID: "SCHEDULED" },
    { version, stateID: "APPROVAL" },
  ])
    expect((await cancel(seen)).statusCode).toBe(409);
  demo.clock.advance(120_000);
  await schedule();
  // One press never unschedules and cancels at once.
  for (const stateID of ["READY", "SCHEDULED"])
    expect((await cancel({ version, stateID })).statusCode).toBe(409);
  expect(await desk.registry(id)).toMatchObject({ state: { id: "SCHEDULED" } });
  expect((await desk.undo(id)).statusCode).toBe(200);
  expect((await cancel({ version, stateID: "READY" })).json()).toMatchObject({
    state: { id: "CANCELED" },
  });
});
