import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext } from "playwright";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import { startProduct, type Product } from "#tests/e2e/product.ts";
import { openBrowser } from "./console-visit.ts";

/**
 * The built product with enough registries to page through, a browser, and people who are signed
 * in.
 */
export interface ConsoleStage {
  readonly url: string;
  readonly browser: Browser;
  readonly folder: string;
  readonly product: Product;
  /** Address of a registry with a row to correct. */
  readonly registryUrl: string;
  /**
   * A fresh browser profile of the financial manager or the administrator; nothing cached. `close`
   * keeps the session for the next one.
   */
  as(phone: string): Promise<{ context: BrowserContext; close(): Promise<void> }>;
  /** A fresh profile of a guest. */
  guest(): Promise<BrowserContext>;
  close(): Promise<void>;
}

export const MANAGER = "79000000003";
export const ADMIN = "79000000002";
/** Three pages of a list. */
const REGISTRIES = 65;
const VIEWPORT = { width: 1350, height: 940 };

export async function openConsoleStage(): Promise<ConsoleStage> {
  const product = await startProduct("bench");
  const browser = await openBrowser();
  const folder = await mkdtemp(join(tmpdir(), "console-bench-"));
  const sessions = new Map<string, Awaited<ReturnType<BrowserContext["storageState"]>>>();

  const profile = async (storageState?: Awaited<ReturnType<BrowserContext["storageState"]>>) => {
    const context = await browser.newContext({ viewport: VIEWPORT, locale: "ru-RU", storageState });
    // The runner of these files wraps functions in a helper that pages do not have.
    await context.addInitScript({ content: "globalThis.__name = (one) => one;" });
    return context;
  };
  const guest = () => profile();
  const as = async (phone: string) => {
    const known = sessions.get(phone);
    const context = await profile(known);
    await context.addInitScript(() => {
      localStorage.setItem("wasSignedIn", "true");
      localStorage.setItem("cookieAccepted", "true");
    });
    if (!known) await signIn(product, context, phone);
    return {
      context,
      async close() {
        // The refresh token is another one after each visit.
        sessions.set(phone, await context.storageState());
        await context.close();
      },
    };
  };
  const close = async () => {
    await browser.close();
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const registryId = await fillRegistries(product, as).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    url: product.url,
    browser,
    folder,
    product,
    registryUrl: `${product.url}/profile/payroll-registry/${registryId}`,
    as,
    guest,
    close,
  };
}

async function signIn(
  product: Product,
  { request }: BrowserContext,
  phone: string,
): Promise<string> {
  const send = () =>
    request.post(`${product.url}/open-api/v1/auth/send-otp`, {
      data: { phoneNumber: phone, exists: true },
    });
  const sent = await send();
  // Codes are rationed by the product's clock, and the demonstration data have used some.
  if (sent.status() === 429) {
    await product.moveClock(
      ((await sent.json()) as { retryAfterSeconds: number }).retryAfterSeconds + 1,
    );
    await send();
  }
  const answer = await request.post(`${product.url}/open-api/v1/auth/login`, {
    data: { phoneNumber: phone, code: await product.codeOf(phone) },
  });
  if (!answer.ok()) throw new Error(`${phone} cannot sign in: ${await answer.text()}`);
  return ((await answer.json()) as { accessToken: string }).accessToken;
}

/** @returns the registry that was pasted last; its one row has a wrong ИНН. */
async function fillRegistries(product: Product, as: ConsoleStage["as"]): Promise<number> {
  const manager = await as(MANAGER);
  const { request } = manager.context;
  const refreshed = (await (
    await request.post(`${product.url}/open-api/v1/auth/refresh-jwt`, { data: {} })
  ).json()) as { accessToken: string };
  let last = 0;
  for (let number = 1; number <= REGISTRIES; number += 1) {
    const text = [
      "ИНН исполнителя\tКод услуги\tТекст для чека\tДата начала работ\tДата окончания работ\tСумма, ₽",
      `770431015860\t0301\tДоставка заказов, рейс ${number}\t01.09.2026\t05.09.2026\t${1000 + number},50`,
    ].join("\n");
    const answer = await request.post(
      `${product.url}/open-api${payrollRegistryEndpoints.paste.path}`,
      {
        multipart: {
          title: `Выплаты, часть ${number}`,
          text: { name: "rows.txt", mimeType: "text/plain", buffer: Buffer.from(text) },
        },
        headers: {
          authorization: `Bearer ${refreshed.accessToken}`,
          "idempotency-key": crypto.randomUUID(),
        },
      },
    );
    if (!answer.ok()) throw new Error(`a registry cannot be made: ${await answer.text()}`);
    last = ((await answer.json()) as { id: number }).id;
  }
  await checked(async () => {
    const answer = await request.get(`${product.url}/open-api/v1/payroll-registries/${last}`, {
      headers: { authorization: `Bearer ${refreshed.accessToken}` },
    });
    return !["UPLOADED", "VALIDATING"].includes(
      ((await answer.json()) as { state: { id: string } }).state.id,
    );
  });
  await manager.close();
  return last;
}

/**
 * Registries are checked in their order; their events would make screens read again while they are
 * measured.
 */
async function checked(isDone: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 240; tries += 1) {
    if (await isDone()) return;
    await new Promise((done) => setTimeout(done, 500));
  }
  throw new Error("the registries are still being checked");
}
