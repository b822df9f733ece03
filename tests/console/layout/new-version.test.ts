import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startServiceWorker } from "#console/app/start-service-worker.ts";
import { currentToasts } from "#web/ui/toasts.ts";
import { aPerson } from "#tests/support/console-server.ts";
import { cachesInMemory } from "#tests/support/caches-in-memory.ts";

const WORKER = aPerson(null, { isWorkman: true });
const ENTRY = "/assets/index-of-this-page.js";

beforeEach(() => {
  vi.stubGlobal("caches", cachesInMemory());
  document.head.innerHTML = `<meta data-entry="${ENTRY}">`;
  vi.spyOn(location, "reload").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.head.innerHTML = "";
});

/** A page that finds a service worker of the build with this entry, which waits to take over. */
async function opened({ entry, me = WORKER }: { entry: string; me?: typeof WORKER }) {
  const said: string[] = [];
  const next = {
    postMessage(message: { kind: string; entry?: string }, ports: MessagePort[] = []) {
      said.push(message.kind);
      if (message.kind === "is-of-build") ports[0]?.postMessage(message.entry === entry);
    },
  };
  const registration = Object.assign(new EventTarget(), { waiting: next, installing: null });
  const container = Object.assign(new EventTarget(), {
    controller: {},
    register: async () => registration,
  });
  vi.stubGlobal("navigator", { serviceWorker: container });
  await startServiceWorker(me, () => undefined);
  return {
    said,
    change: () => container.dispatchEvent(new Event("controllerchange")),
  };
}

test("a new version is offered in one sentence and taken by a press, which loads the page anew", async () => {
  const { said, change } = await opened({ entry: "/assets/index-of-the-next.js" });
  await expect
    .poll(() => currentToasts().map(({ message }) => message))
    .toEqual(["Вышла новая версия"]);
  expect(said).toEqual(["is-of-build"]);
  const { action } = currentToasts()[0]!;
  expect(action?.title).toBe("Обновить");
  action?.run();
  expect(said).toEqual(["is-of-build", "take-over"]);
  expect(location.reload).not.toHaveBeenCalled();
  change();
  expect(location.reload).toHaveBeenCalledOnce();
});

test("a page that was loaded since the new version came out is asked nothing", async () => {
  const { said, change } = await opened({ entry: ENTRY });
  await expect.poll(() => said).toEqual(["is-of-build", "take-over"]);
  change();
  expect(location.reload).not.toHaveBeenCalled();
  expect(currentToasts()).toEqual([]);
});

test("nothing is kept for whoever works for a company, and what was kept before goes", async () => {
  await opened({ entry: ENTRY });
  expect(await caches.has("kept-answers")).toBe(true);
  await opened({ entry: ENTRY, me: { ...aPerson("OWNER"), isWorkman: true } });
  expect(await caches.has("kept-answers")).toBe(false);
});
