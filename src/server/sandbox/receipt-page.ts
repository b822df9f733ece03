import type { FastifyInstance } from "fastify";
import { sql, type Kysely } from "kysely";
import { renderSVG } from "uqr";
import { PLATFORM_COMPANY } from "#contract/platform-company/platform-company.ts";
import { SANDBOX_RECEIPTS_PATH } from "#contract/receipts/receipt-link.ts";
import { formatMoscowTime } from "#contract/values/calendar-date.ts";
import { formatMoney } from "#contract/values/money.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Clock } from "#server/data/clock.ts";
import { FACT_LIST_STYLE, factList, plainPage } from "#server/http/plain-page.ts";
import { linkOfReceipt } from "#server/http/site-links.ts";

interface ReceiptRow {
  readonly inn: string;
  readonly receipt_id: string;
  readonly service_name: string;
  readonly amount_kopecks: bigint;
  readonly operation_at: Date;
  readonly customer_inn: string;
  readonly customer_name: string;
  readonly canceled_at: Date | null;
  readonly taxpayer_name: string | null;
}

const STYLE = `${FACT_LIST_STYLE}svg{display:block;width:12rem;height:12rem;margin:1rem 0}.annulled{border:2px solid #b00020;color:#b00020;padding:.5rem;font-weight:600}@media print{body{margin:0}}`;

/** Like real ones, open to anybody with the link. */
export function serveReceiptPage(http: FastifyInstance, db: Kysely<Schema>, clock: Clock): void {
  http.get<{ Params: { inn: string; id: string } }>(
    `${SANDBOX_RECEIPTS_PATH}/:inn(^\\d{12}$)/:id(^[0-9a-z]{1,64}$)/print`,
    { exposeHeadRoute: false },
    async (request, reply) => {
      void reply.header("cache-control", "no-store").type("text/html; charset=utf-8");
      const row = await findReceipt(db, request.params.inn, request.params.id, clock.now());
      if (!row)
        return reply.status(404).send(
          plainPage({
            title: "Чек не найден",
            content:
              "<p>Демонстрационная налоговая служба не знает такого чека. Проверьте ссылку.</p>",
          }),
        );
      return receiptPage(row);
    },
  );
}

/** Source: `domain.md` §1.3; 422-ФЗ, article 14, part 6. */
function receiptPage(row: ReceiptRow): string {
  const facts = factList([
    ["Дата и время расчёта", formatMoscowTime(row.operation_at)],
    ["Продавец", row.taxpayer_name ?? "Имя не указано"],
    ["ИНН продавца", row.inn],
    ["Режим налогообложения", "Налог на профессиональный доход (НПД)"],
    ["Услуга", row.service_name],
    ["Итого", formatMoney(row.amount_kopecks)],
    ["Покупатель", row.customer_name],
    ["ИНН покупателя", row.customer_inn],
    ["Чек сформировал", `${PLATFORM_COMPANY.shortName}, ИНН ${PLATFORM_COMPANY.inn}`],
  ]);
  const annulled =
    row.canceled_at === null
      ? ""
      : `<p class="annulled">Чек аннулирован ${formatMoscowTime(row.canceled_at)}</p>`;
  const code = renderSVG(linkOfReceipt(row.inn, row.receipt_id), { border: 4 }).replace(
    "<svg",
    '<svg role="img" aria-label="QR-код чека"',
  );
  return plainPage({
    title: `Чек № ${row.receipt_id}`,
    content: `<p>Демонстрационная налоговая служба. Чек учебный, дохода он не подтверждает.</p>${annulled}${facts}${code}`,
    style: STYLE,
  });
}

/** From the simulated service's book; receipts of the seed come from the platform's tables. */
async function findReceipt(
  db: Kysely<Schema>,
  inn: string,
  receiptId: string,
  now: Date,
): Promise<ReceiptRow | null> {
  const { rows } = await sql<ReceiptRow>`
    WITH found AS (
      SELECT 1 AS place, i.inn, i.receipt_id, i.service_name, i.amount_kopecks, i.operation_at,
        i.customer_inn, i.customer_name, CASE
        WHEN i.canceled_at <= ${now} THEN i.canceled_at END AS canceled_at
      FROM sandbox.tax_incomes i
      WHERE i.inn = ${inn}
        AND i.receipt_id = ${receiptId}
        AND i.error IS NULL
        AND i.answer_at <= ${now}
      UNION ALL
      SELECT 2, ${inn}, c.tax_receipt_id, coalesce(nullif(j.description, ''), j.title),
        c.amount_kopecks, c.operation_at, a.inn, a.short_name, c.reversed_at
      FROM workmen w
      JOIN receipts c ON c.workman_id = w.id
      JOIN payouts y ON y.account_id = c.account_id AND y.id = c.payout_id
      JOIN jobs j ON j.account_id = y.account_id AND j.id = y.job_id
      JOIN accounts a ON a.id = c.account_id
      WHERE coalesce(c.inn, w.inn) = ${inn} AND c.tax_receipt_id = ${receiptId}
    )
    SELECT f.*,
      coalesce(nullif(concat_ws(' ', t.last_name, t.first_name, t.middle_name), ''),
        nullif(concat_ws(' ', w.last_name, w.first_name, w.middle_name), '')) AS taxpayer_name
    FROM found f
    LEFT JOIN sandbox.taxpayers t ON t.inn = f.inn
    LEFT JOIN workmen w ON w.inn = f.inn
    ORDER BY f.place
    LIMIT 1`.execute(db);
  return rows[0] ?? null;
}
