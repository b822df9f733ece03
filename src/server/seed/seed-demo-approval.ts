import { moscowDate } from "#contract/values/calendar-date.ts";
import type { App } from "#server/app.ts";
import { textOf } from "./demo-registries.ts";
import {
  callAs,
  codeFor,
  pastedForm,
  signInAs,
  signOut,
  type DemoProduct,
} from "./demo-session.ts";

/** Of the second company: rules of the first one would stop every start that somebody tries. */
const OWNER = "79000000011";
const FINANCE_MANAGER = "79000000013";
const REGISTRY = { title: "Генеральная уборка торговых центров", rows: 6, amount: 9200 };
const RULES = [{ amountFrom: 50_000, approversCount: 1, roleIDs: ["OWNER"] }];

/** A registry that its owner has to approve. */
export async function seedDemoApproval(
  product: DemoProduct,
  app: App,
  workmen: readonly { inn: string; name: string }[],
): Promise<void> {
  const owner = await signInAs(product, app, OWNER);
  await callAs(app, owner, "PUT", "/open-api/v1/account/approval-rules", { items: RULES });
  await signOut(product, OWNER);
  const headers = await signInAs(product, app, FINANCE_MANAGER);
  const call = (method: "GET" | "POST", path: string, body?: object) =>
    callAs(app, headers, method, `/open-api/v1/payroll-registries${path}`, body);
  const text = textOf(REGISTRY, workmen, moscowDate(product.clock.now()));
  const { id } = await call("POST", "/paste", pastedForm(text, REGISTRY.title));
  await app.tasks.runUntilIdle();
  const { version } = await call("GET", `/${id}`);
  await call("POST", `/${id}/send-execute-code`, { version, mode: "VALID_ONLY" });
  const otp = await codeFor(product, FINANCE_MANAGER);
  await call("POST", `/${id}/execute`, { version, mode: "VALID_ONLY", otp });
  await signOut(product, FINANCE_MANAGER);
}
