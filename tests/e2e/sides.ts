import { expect, type Browser, type Page } from "@playwright/test";
import { signIn } from "./people.ts";
import type { Product } from "./product.ts";

export interface Side {
  readonly page: Page;
  readonly call: <Answer>(method: "GET" | "POST", path: string, data?: object) => Promise<Answer>;
}

/** @param viewport - by default a desktop's. */
export async function join(
  browser: Browser,
  product: Product,
  phone: string,
  viewport?: { readonly width: number; readonly height: number },
): Promise<Side> {
  const context = await browser.newContext({
    baseURL: product.url,
    ...(viewport ? { viewport } : {}),
  });
  const page = await context.newPage();
  await signIn(context, product, phone);
  const refreshed = await context.request.post(`${product.url}/open-api/v1/auth/refresh-jwt`, {
    data: {},
  });
  const { accessToken } = (await refreshed.json()) as { accessToken: string };
  return {
    page,
    async call<Answer>(method: "GET" | "POST", path: string, data?: object) {
      const answer = await context.request.fetch(`${product.url}${path}`, {
        method,
        data,
        headers: { authorization: `Bearer ${accessToken}`, "idempotency-key": crypto.randomUUID() },
      });
      expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
      return (await answer.json()) as Answer;
    },
  };
}
