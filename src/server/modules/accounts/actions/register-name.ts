import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Order } from "#server/decision.ts";
import type { CompanyRegister } from "#server/integrations/company-register/port.ts";
import { invalid } from "#server/http/app-error.ts";
import type { Platform } from "#server/platform.ts";

/** What the state register says of an ИНН; `null`: it is away, so nothing is known. */
export type RegisterSays = { readonly names: readonly string[] } | null;

export async function askRegisterOf(
  { db, companies }: Pick<Platform, "db" | "companies">,
  id: number,
): Promise<RegisterSays> {
  const inn = await innOf(db, id);
  return inn === null ? null : askRegister(companies, inn);
}

export async function askRegister(companies: CompanyRegister, inn: string): Promise<RegisterSays> {
  try {
    const found = await companies.findCompany(inn);
    return { names: found ? [found.shortName, found.fullName] : [] };
  } catch {
    return null;
  }
}

async function innOf(db: Kysely<Schema>, id: number): Promise<string | null> {
  const { rows } = await sql<{ inn: string }>`SELECT inn FROM accounts WHERE id = ${id}`.execute(
    db,
  );
  return rows[0]?.inn ?? null;
}

/** @throws AppError `invalid` — another name in the register, and no reason to approve it. */
export function refuseOtherName(
  said: RegisterSays,
  name: string,
  { reason, comment }: Pick<Order, "reason" | "comment">,
): void {
  if (said === null || reason !== null || comment !== null) return;
  if (said.names.some((one) => bareName(one) === bareName(name))) return;
  const [registered] = said.names;
  throw invalid({
    reasonID: [
      registered === undefined
        ? "В государственном реестре нет действующей компании с этим ИНН. Чтобы одобрить, укажите причину: сообщения назовут компанию по ИНН"
        : `В государственном реестре компания называется ${registered}, здесь — ${name}. Чтобы одобрить, укажите причину: в сообщениях будет название из реестра`,
    ],
  });
}

/** Without quotes, case and spaces. */
function bareName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll("ё", "е")
    .replace(/[^\p{L}\p{N}]/gu, "");
}

const HOUR_MS = 3_600_000;

/** For `SET`; asked again in an hour while the register is away. */
export function registerColumns(said: RegisterSays, at: Date) {
  return said === null
    ? sql`register_due_at = ${new Date(at.getTime() + HOUR_MS)}`
    : sql`register_name = ${said.names[0] ?? null}, register_due_at = NULL`;
}
