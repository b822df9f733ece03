import { sql, type Kysely } from "kysely";
import { formatDate, moscowDate } from "#contract/values/calendar-date.ts";
import { formatMoney } from "#contract/values/money.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Clock } from "#server/data/clock.ts";
import { renderPdf } from "#server/files/render-pdf.ts";
import { readSwitches } from "../common/sandbox-switches.ts";
import type { ReferenceRequest, ReferenceResult, TaxService } from "./port.ts";

const TITLES = {
  REGISTRATION: "Справка о постановке на учёт",
  INCOME: "Справка о состоянии расчётов (доходах)",
} as const;

export function sandboxReferences(
  outside: Kysely<Schema>,
  clock: Clock,
): Pick<TaxService, "references"> {
  return {
    async references(requests) {
      const { answerAfterSeconds } = await readSwitches(outside, "tax-service");
      const now = clock.now();
      const results: ReferenceResult[] = [];
      for (const request of requests)
        results.push(await referenceOf(outside, request, now, answerAfterSeconds));
      return results;
    },
  };
}

async function referenceOf(
  outside: Kysely<Schema>,
  { requestId, inn, type, year }: ReferenceRequest,
  now: Date,
  afterSeconds: number,
): Promise<ReferenceResult> {
  const person = await sql<{
    inn: string;
  }>`SELECT inn FROM sandbox.taxpayers WHERE inn = ${inn} AND registered AND bound`.execute(
    outside,
  );
  if (person.rows.length === 0) return { requestId, status: "FAILED", error: "TAXPAYER_UNBOUND" };
  const { rows } = await sql<{ answer_at: Date; is_failed: boolean }>`
    WITH known AS (SELECT answer_at, is_failed
      FROM sandbox.tax_references
      WHERE request_id = ${requestId}),
    unlucky AS (UPDATE sandbox.tax_settings
      SET fail_references = fail_references - 1
      WHERE fail_references > 0 AND NOT EXISTS (SELECT FROM known)
      RETURNING 1),
    made AS (
      INSERT INTO sandbox.tax_references (request_id, inn, type, year, answer_at, is_failed)
      SELECT ${requestId}, ${inn}, ${type}, ${year},
        ${new Date(now.getTime() + afterSeconds * 1000)}, EXISTS (SELECT FROM unlucky)
      WHERE NOT EXISTS (SELECT FROM known)
      ON CONFLICT (request_id) DO NOTHING RETURNING answer_at, is_failed
    )
    SELECT answer_at, is_failed FROM known UNION ALL SELECT answer_at, is_failed FROM made`.execute(
    outside,
  );
  const reference = rows[0];
  if (!reference || reference.answer_at > now) return { requestId, status: "PROCESSING" };
  if (reference.is_failed)
    return { requestId, status: "FAILED", error: "REQUEST_VALIDATION_ERROR" };
  return {
    requestId,
    status: "READY",
    pdf: await render(outside, { inn, type, year }, reference.answer_at),
  };
}

async function render(
  outside: Kysely<Schema>,
  { inn, type, year }: Omit<ReferenceRequest, "requestId">,
  at: Date,
): Promise<Buffer> {
  const title = `${TITLES[type]} за ${year} год`;
  const rows = type === "INCOME" ? await incomesOf(outside, inn, year) : [];
  const total = rows.reduce((sum, row) => sum + row.total, 0n);
  return renderPdf({
    title,
    createdAt: at,
    content: [
      { text: title, style: "title", margin: [0, 0, 0, 14] },
      {
        text: `Сформирована ${formatDate(moscowDate(at))} в приложении «Мой налог» (демонстрационный сервис).`,
        margin: [0, 0, 0, 10],
      },
      { text: `ИНН плательщика налога на профессиональный доход: ${inn}.`, margin: [0, 0, 0, 10] },
      type === "REGISTRATION"
        ? {
            text: "Настоящим подтверждается, что указанное лицо поставлено на учёт в качестве плательщика налога на профессиональный доход.",
          }
        : {
            table: {
              headerRows: 1,
              widths: ["*", 120],
              body: [
                [
                  { text: "Месяц", style: "label" },
                  { text: "Доход", style: "label" },
                ],
                ...rows.map(({ month, total: sum }) => [
                  month,
                  { text: formatMoney(sum), alignment: "right" },
                ]),
                [
                  { text: "Всего", style: "label" },
                  { text: formatMoney(total), style: "label", alignment: "right" },
                ],
              ],
            },
            layout: "lightHorizontalLines",
          },
    ],
  });
}

async function incomesOf(
  outside: Kysely<Schema>,
  inn: string,
  year: number,
): Promise<{ month: string; total: bigint }[]> {
  const { rows } = await sql<{ month: string; total: bigint }>`
    SELECT to_char(operation_at AT TIME ZONE 'Europe/Moscow', 'MM.YYYY') AS month,
      sum(amount_kopecks)::bigint AS total
    FROM sandbox.tax_incomes
    WHERE inn = ${inn}
      AND error IS NULL
      AND canceled_at IS NULL
      AND extract(year FROM operation_at AT TIME ZONE 'Europe/Moscow') = ${year}
    GROUP BY 1
    ORDER BY 1`.execute(outside);
  return rows;
}
