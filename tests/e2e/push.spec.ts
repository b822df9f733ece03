import type { BrowserContext, Page, Worker } from "@playwright/test";
import { SMS_HOURS } from "#contract/notices/notice-channels.ts";
import { aBrowser, startPushService, type ABrowser } from "../support/a-browser.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";

/** Not used elsewhere: whatever comes is of this journey. */
const WORKER = "79000000106";
const OFFER = "Присылать уведомления в этот браузер";

test.use({ serviceWorkers: "allow" });

test("a worker asks for notices in his browser; one comes while he reads something else, and leads to the thing itself", async ({
  page,
  context,
  product,
  signInAs,
  wait,
}) => {
  const service = await startPushService();
  const browser = aBrowser(`${service.origin}/journey`);
  await givePushService(page, browser.subscription);
  await signInAs(page, WORKER);
  await page.goto("/notifications/settings");
  await page.evaluate(() => navigator.serviceWorker.register("/service-worker.js"));
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await page.getByRole("button", { name: OFFER }).click();
  await expect(page.getByText("Этот браузер показывает уведомления")).toBeVisible();
  await expect(page.getByText("1 браузер")).toBeVisible();
  await expectAccessible(page);

  await page.request.post(`${product.url}/sandbox/api/notices/ActRequired?phone=${WORKER}`, {
    data: {},
  });
  await wait(secondsUntilMorning(await product.aheadMs()) + 20);
  await expect.poll(() => service.heard.length).toBeGreaterThan(0);
  const message = browser.decrypt(service.heard[0]?.body ?? Buffer.alloc(0));
  await page.goto("/notifications");
  const worker = await watchNotifications(context);
  await deliver(page, product.url, JSON.stringify(message));
  await expect
    .poll(() => worker.evaluate(() => (globalThis as unknown as Watched).shown))
    .toMatchObject({ title: "Подпишите акт", body: expect.stringMatching(/^Подпишите акт по/) });
  await press(worker);
  await expect(page).toHaveURL(new RegExp(`${(message as { to: string }).to}$`));
  await service.close();
});

/** Chromium without a screen has no push service and refuses every permission. */
async function givePushService(page: Page, made: ABrowser["subscription"]): Promise<void> {
  await page.addInitScript((subscription) => {
    const [KEPT, ALLOWED] = ["testSubscription", "testPermission"];
    const make = () => ({
      ...subscription,
      toJSON: () => subscription,
      unsubscribe: async () => {
        localStorage.removeItem(KEPT);
        return true;
      },
    });
    Object.defineProperty(Notification, "permission", {
      get: () => localStorage.getItem(ALLOWED) ?? "default",
    });
    Notification.requestPermission = async () => {
      localStorage.setItem(ALLOWED, "granted");
      return "granted";
    };
    Object.assign(PushManager.prototype, {
      subscribe: async () => (localStorage.setItem(KEPT, "true"), make()),
      getSubscription: async () => (localStorage.getItem(KEPT) === null ? null : make()),
    });
  }, made);
}

/** As the push service would. */
async function deliver(page: Page, origin: string, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [one] = registrations;
      if (one) resolve(one.registrationId);
    }),
  );
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.deliverPushMessage", {
    origin,
    registrationId: await registered,
    data,
  });
}

interface Watched {
  shown?: NotificationOptions & { readonly title: string };
}

/** What the system would show. */
async function watchNotifications(context: BrowserContext): Promise<Worker> {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  await worker.evaluate(() => {
    const scope = globalThis as unknown as ServiceWorkerGlobalScope & Watched;
    scope.registration.showNotification = async (title, options) => {
      scope.shown = { title, ...options };
    };
  });
  return worker;
}

/** Nobody can press what the system shows: the worker hears of it as it would. */
async function press(worker: Worker): Promise<void> {
  await worker.evaluate(() => {
    const scope = globalThis as unknown as ServiceWorkerGlobalScope & Watched;
    const notification = { data: scope.shown?.data as unknown, close: () => undefined };
    scope.dispatchEvent(Object.assign(new ExtendableEvent("notificationclick"), { notification }));
  });
}

/** By night nothing is sent. */
function secondsUntilMorning(aheadMs: number): number {
  const moscow = new Date(Date.now() + aheadMs + 3 * 3_600_000);
  const second = moscow.getUTCHours() * 3600 + moscow.getUTCMinutes() * 60;
  const [from, to] = [SMS_HOURS.from * 3600, SMS_HOURS.to * 3600 - 120];
  if (second >= from && second < to) return 0;
  return (second < from ? from : from + 86_400) - second;
}
