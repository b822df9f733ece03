import { sql } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { formatMoney } from "#contract/values/money.ts";
import { WORKMAN_DOCUMENT_TYPE, type WorkmanDocumentType } from "#contract/workman-documents/workman-document-states.ts";
import { isSelfEmployed, type PayableFacts, payabilityFault, type PayabilityFault, payoutKindFor } from "#contract/workmen/payability.ts";
import { isBlacklisted, payableColumns } from "#server/modules/workmen/index.ts";
import type { Trx } from "#server/platform/transaction.ts";

/** Who is told: the customer who chooses, or the worker himself. */
export type Listener = "account" | "workman";

interface PayableRow extends PayableFacts {
  readonly earnedKopecks: bigint;
  readonly isBlacklisted: boolean;
  readonly yearLimitKopecks: bigint;
  readonly outdated: readonly WorkmanDocumentType[];
}

interface Question {
  readonly accountId: number;
  readonly workmanId: number;
  readonly amountKopecks: bigint;
  readonly now: Date;
}

/**
 * Why this worker may not be given a job of this sum, as a sentence for whoever asks; `null` when he may.
 * Source: `domain.md` §2.4, «worker payable, not blacklisted, documents valid», §1.5, §3.4.
 */
export async function whyNotPayable(trx: Trx, { accountId, workmanId, amountKopecks, now }: Question, listener: Listener): Promise<string | null> {
  const today = moscowDate(now);
  const { rows } = await sql<PayableRow>`
    SELECT ${payableColumns(today)},
      ${isBlacklisted(accountId, today)} AS "isBlacklisted",
      (SELECT value FROM rates WHERE code = 'npd-year-limit-kopecks' AND from_date <= ${today}::date ORDER BY from_date DESC LIMIT 1) AS "yearLimitKopecks",
      ARRAY(SELECT d.type FROM (SELECT DISTINCT ON (n.type) n.type, n.state, n.expire_date FROM workman_documents n WHERE n.workman_id = w.id ORDER BY n.type, n.id DESC) d
        WHERE d.state IN ('EXPIRED', 'REJECTED') OR d.expire_date < ${today}::date ORDER BY d.type) AS outdated
    FROM workmen w WHERE w.id = ${workmanId}`.execute(trx);
  const worker = rows[0];
  const fault = payabilityFault(worker, worker?.isBlacklisted ?? false);
  if (fault) return FAULTS[listener][fault];
  if (!worker) return FAULTS[listener].worker_not_found;
  const paper = worker.outdated[0];
  if (paper) return `Документ «${WORKMAN_DOCUMENT_TYPE.titles[paper]}» больше не действует. ${listener === "account" ? "Исполнитель должен загрузить новый" : "Загрузите новый в профиле"}`;
  if (payoutKindFor(worker) === null) return NO_DETAILS[listener];
  const left = worker.yearLimitKopecks - worker.earnedKopecks;
  if (isSelfEmployed(worker) && amountKopecks > left) return `Превышен годовой лимит дохода самозанятого: доступно ${formatMoney(left > 0n ? left : 0n)}`;
  return null;
}

export const NO_DETAILS: Readonly<Record<Listener, string>> = {
  account: "У исполнителя не указаны платёжные реквизиты. Попросите его добавить карту или счёт",
  workman: "Сначала укажите, куда перечислять деньги: добавьте карту или счёт в разделе «Способы выплаты»",
};

export const FAULTS: Readonly<Record<Listener, Readonly<Record<PayabilityFault, string>>>> = {
  account: {
    worker_blacklisted: "Исполнитель в чёрном списке. Уберите его оттуда или выберите другого",
    worker_not_found: "Исполнитель не зарегистрирован на платформе",
    worker_not_active: "Исполнитель ещё не завершил регистрацию или заблокирован. Выберите другого",
    worker_not_self_employed: "Исполнитель не является самозанятым. Выберите другого",
    worker_no_tax_access: "Нет доступа к «Мой налог» исполнителя. Попросите его подключить платформу",
  },
  workman: {
    worker_blacklisted: "Этот заказчик не может дать вам задание",
    worker_not_found: "Сначала завершите регистрацию",
    worker_not_active: "Сначала завершите регистрацию",
    worker_not_self_employed: "Подтвердите статус самозанятого, чтобы брать задания",
    worker_no_tax_access: "Подключите платформу в «Мой налог», чтобы брать задания",
  },
};
