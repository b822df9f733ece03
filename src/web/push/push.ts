import { noticeEndpoints } from "#contract/notices/notice-endpoints.ts";
import { callEndpoint } from "#web/calls/call-endpoint.ts";
import { isTold, markPushPerson, pushPerson } from "#web/session/push-mark.ts";

/**
 * Notices that the browser shows while the site is closed. Its service worker receives them
 * (`src/service-worker/show-push.ts`); nothing happens here but at a press, and where a person has
 * asked before.
 */
export function canPush(): boolean {
  return (
    "Notification" in window && "PushManager" in window && navigator.serviceWorker !== undefined
  );
}

/**
 * Asks the person, by the browser's own question.
 *
 * @returns false: he refused.
 * @throws ConsoleHttpError, or Error of the browser.
 */
export async function turnOnPush(personId: number): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  await subscribe(personId);
  return true;
}

/** @throws ConsoleHttpError. */
export async function turnOffPush(): Promise<void> {
  const subscription = await ownSubscription();
  if (subscription)
    await callEndpoint(noticeEndpoints.unsubscribePush, {
      body: { endpoint: subscription.endpoint },
    });
  await subscription?.unsubscribe();
  markPushPerson(null);
}

/**
 * Once after a sign-in: the server hears of the browser anew. Who signs in where another has asked, or
 * after signing out, gets nothing of it.
 */
export async function keepPush(personId: number): Promise<void> {
  if (!canPush() || Notification.permission !== "granted" || isTold()) return;
  if (pushPerson() === personId) await subscribe(personId);
  else await (await ownSubscription())?.unsubscribe();
}

async function subscribe(personId: number): Promise<void> {
  const { publicKey } = await callEndpoint(noticeEndpoints.pushKey);
  const { pushManager } = await navigator.serviceWorker.ready;
  const former = await pushManager.getSubscription();
  // One of another person, or made for a key that was changed since, would be refused.
  if (former && pushPerson() !== personId) await former.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = await pushManager.subscribe(options).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
  const { p256dh = "", auth = "" } = subscription.toJSON().keys ?? {};
  await callEndpoint(noticeEndpoints.subscribePush, {
    body: { endpoint: subscription.endpoint, keys: { p256dh, auth } },
  });
  markPushPerson(personId);
}

async function ownSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}
