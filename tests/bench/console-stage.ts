import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext } from "playwright";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import { startProduct, type Product } from "#tests/e2e/product.ts";
import { openBrowser } from "./console-visit.ts";
import { sized } from "./size.ts";

/** The built product with pages of registries, a browser, and signed-in people. */
export interface ConsoleStage {
  readonly url: string;
  readonly browser: Browser;
  readonly folder: string;
  readonly product: Product;
  /** A registry with a row to correct. */
  readonly registryUrl: string;
  /**
   * An uncached browser profile of a signed-in person. `close` keeps the session for the next one.
   */
  as(phone: string): Promise<{ context: BrowserContext; close(): Promise<void> }>;
  /** An uncached profile of a guest. */
  guest(): Promise<BrowserContext>;
  close(): Promise<void>;
}

export const MANAGER = "79000000003";
export const ADMIN = "79000000002";
/** More than two pages of a list. */
const REGISTRIES = sized(65, 32);
const VIEWPORT = { width: 1350, height: 940 };

export async function openConsoleStage(): Promise<ConsoleStage> {
  const product = await startProduct("bench");
  const browser = await openBrowser();
  const folder = await mkdtemp(join(tmpdir(), "console-bench-"));
  const sessions = new Map<string, Awaited<ReturnType<BrowserContext["storageState"]>>>();

  const profile = async (storageState?: Awaited<ReturnType<BrowserContext["storageState"]>>) => {
    const context = await browser.newContext({ viewport: VIEWPORT, locale: "ru-RU", storageState });
    // The runner wraps functions in a helper that pages lack.
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
        // Each visit renews the refresh token.
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
  // Codes are limited by the product's clock.
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

/** @returns the registry pasted last; its only row has a wrong ИНН. */
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

/** Waits for the validations, whose events would disturb the measurement. */
async function checked(isDone: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 240; tries += 1) {
    if (await isDone()) return;
    await new Promise((done) => setTimeout(done, 500));
  }
  throw new Error("the registries are still being checked");
}
