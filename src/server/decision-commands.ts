import { sql } from "kysely";
import { formatMoscowTime } from "#contract/values/calendar-date.ts";
import { AppError } from "#server/http/app-error.ts";
import type { DecisionKind } from "./decision.ts";
import { decide, kindOf, listWaiting } from "#server/modules/moderation/index.ts";
import { offsetClock } from "#server/data/clock.ts";
import { asOwner } from "#server/data/database.ts";
import { LiveHub } from "#server/data/live.ts";
import { loadSecret } from "#server/data/secrets.ts";
import { readClockOffset } from "#server/sandbox/index.ts";
import type { Config } from "./config.ts";
import { connectProduct } from "./connect-product.ts";
import { makeLogger } from "./make-logger.ts";
import { makePlatform } from "./make-platform.ts";
import { startModules } from "./modules.ts";
import type { Platform } from "./platform.ts";

export interface Desk {
  readonly platform: Platform;
  readonly decisions: readonly DecisionKind[];
}

/** The running product hears of decisions by its own messages. */
export async function withDesk<Result>(
  config: Config,
  { connectionString, isEmbedded }: { connectionString: string; isEmbedded: boolean },
  work: (desk: Desk) => Promise<Result>,
): Promise<Result> {
  await refuseEmpty(connectionString);
  const clock = offsetClock();
  const secret = config.secret ?? (await loadSecret(config.dataDir));
  const product = connectProduct(
    { ...config, databaseConnections: 2 },
    { connectionString, secret, clock, isEmbedded },
    makeLogger(config),
  );
  try {
    if (config.sandbox) clock.advance(await readClockOffset(product.db.kysely));
    const platform = makePlatform(product, new LiveHub(product.db.pool));
    return await work({ platform, decisions: startModules(platform).decisions });
  } finally {
    await product.close();
  }
}

/** As the owner: an empty database may lack the product's role too. */
async function refuseEmpty(connectionString: string): Promise<void> {
  const { rows } = await asOwner(connectionString, "platform decisions", ({ kysely }) =>
    sql<{ is_made: boolean }>`
      SELECT to_regclass('public.accounts') IS NOT NULL AS is_made`.execute(kysely),
  );
  if (!rows[0]?.is_made)
    throw new Error(
      "В этой базе нет платформы: задайте команде те же DATABASE_URL или DATA_DIR, что у сервера",
    );
}

const MOST_SHOWN = 1000;
const WIDEST = 80;

/**
 * @param kind - absent for all.
 * @throws AppError `not_found` naming the kinds.
 */
export async function describeWaiting(
  { platform, decisions }: Desk,
  kind: string | undefined,
  asJson: boolean,
): Promise<string> {
  const asked = kind === undefined ? decisions : [kindOf(decisions, kind)];
  const items = await listWaiting(platform.db, asked, MOST_SHOWN);
  if (asJson)
    return JSON.stringify(
      items.map((item) => ({
        ...item,
        since: item.since.toISOString(),
        verdicts: Object.keys(kindOf(asked, item.kind).verdicts),
      })),
      null,
      2,
    );
  if (items.length === 0) return "Решать нечего";
  const cut = items.length === MOST_SHOWN ? [`Показаны первые ${MOST_SHOWN}: укажите вид`] : [];
  return [
    table([
      ["Вид", "№", "Ждёт с", "Кто", "Что"],
      ...items.map(({ kind: of, id, since, who, what }) => [
        of,
        String(id),
        formatMoscowTime(since),
        shown(who),
        shown(what),
      ]),
    ]),
    ...cut,
  ].join("\n");
}

export interface DecideCommand {
  readonly kind: string | undefined;
  readonly id: string | undefined;
  readonly verdict: string | undefined;
  /** An id of the kind's list, or one's own words. */
  readonly reason?: string | undefined;
  readonly comment?: string | undefined;
  readonly invoice?: string | undefined;
  readonly by?: string | undefined;
}

/** @throws AppError as `decide`; `invalid` - an incomplete command. */
export async function takeDecision(
  { platform, decisions }: Desk,
  { kind, id, verdict, ...given }: DecideCommand,
): Promise<string> {
  if (kind === undefined || id === undefined || verdict === undefined)
    throw new AppError("invalid", "Укажите вид, номер и решение: decide account 15 approve --by …");
  const found = kindOf(decisions, kind);
  if (!/^\d{1,15}$/.test(id))
    throw new AppError("invalid", `№ «${id}» не число: возьмите его из waiting ${kind}`);
  const by = given.by?.trim() ?? "";
  if (by === "") throw new AppError("invalid", "Укажите, кто решает: --by «Фамилия Имя»");
  const words = given.reason?.trim() ?? "";
  const isListed = found.reasons.some((one) => one.id === words);
  const comment = [isListed ? "" : words, given.comment?.trim() ?? ""].filter(Boolean).join(". ");
  await decide(platform.db, decisions, {
    kind,
    id: Number(id),
    verdict,
    reasonId: isListed ? words : null,
    comment: comment || null,
    invoice: given.invoice?.trim() || null,
    by,
    at: platform.clock.now(),
  });
  return `Готово: ${found.title} № ${id}, ${found.verdicts[verdict]?.done}`;
}

export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const fields = error instanceof AppError ? Object.values(error.errors ?? {}).flat() : [];
  return fields.length > 0 ? fields.join("\n") : error.message;
}

/** No line breaks, nothing that a terminal takes for a command. */
function shown(text: string | null): string {
  const line = (text ?? "—").replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
  return line.length > WIDEST ? `${line.slice(0, WIDEST - 1)}…` : line;
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
