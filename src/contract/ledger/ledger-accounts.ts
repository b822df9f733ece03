import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";

/** Source: `domain.md` §3.2. */
export const LEDGER_ACCOUNT = defineEnumeration({
  BANK: "Расчётный счёт платформы",
  BANK_OUT: "Отправлено в банк, ждёт подтверждения",
  BANK_TAX_OUT: "Налоговые платежи в пути",
  UNIDENTIFIED: "Невыясненные поступления",
  CUST_AVAIL: "Доступно заказчику",
  CUST_RES: "Заморожено",
  WORK_ACCRUED: "Начислено исполнителю",
  WORK_AVAIL: "Кошелёк исполнителя",
  WORK_TAX: "Резерв налога",
  TAX_BUDGET: "Налог в бюджет",
  NDFL_BUDGET: "НДФЛ в бюджет",
  CONTRIB_BUDGET: "Страховые взносы",
  VAT_BUDGET: "НДС платформы",
  REV_COMM: "Комиссия платформы",
  REV_FEE: "Комиссия за вывод",
  EXP_BANK: "Комиссии банка",
  EXP_LOSS: "Списания",
  CUST_DEBT: "Долг заказчика",
  WORK_DEBT: "Долг исполнителя",
});
export type LedgerAccountCode = IdOf<typeof LEDGER_ACCOUNT>;

/** Source: `domain.md` §3.3. */
export const LEDGER_EVENT = defineEnumeration({
  INVOICE_PAID: "Пополнение по счёту",
  MONEY_UNIDENTIFIED: "Невыясненное поступление",
  UNIDENTIFIED_SENT_BACK: "Невыясненное поступление отправлено плательщику",
  UNIDENTIFIED_RETURNED: "Банк вернул деньги плательщику",
  UNIDENTIFIED_RETURN_FAILED: "Банк не вернул деньги плательщику",
  HOLD: "Заморозка средств",
  HOLD_RELEASE: "Разморозка средств",
  EARNED: "Результат принят, чек сформирован",
  PAYOUT_SENT: "Выплата отправлена в банк",
  PAYOUT_CONFIRMED: "Банк подтвердил выплату",
  PAYOUT_RETURNED: "Банк вернул выплату",
  PAYOUT_GIVEN_UP: "Выплата отменена, деньги возвращены заказчику",
  TO_WALLET: "Зачислено в кошелёк исполнителя",
  WITHDRAWAL: "Вывод на карту",
  WITHDRAWAL_CONFIRMED: "Банк подтвердил вывод",
  WITHDRAWAL_RETURNED: "Банк вернул вывод",
  TAX_RESERVED: "Резерв налога",
  TAX_RELEASED: "Резерв налога снят: чек аннулирован",
  TAX_REFUNDED: "Резерв налога возвращён исполнителю",
  TAX_ACCRUED: "Начисление ФНС к уплате",
  TAX_SENT: "Налог отправлен в банк",
  TAX_CONFIRMED: "Банк подтвердил уплату налога",
  TAX_RETURNED: "Банк вернул уплату налога",
  DEBT_TAKEN: "Удержано в счёт долга",
  DEBT_RESTORED: "Выплата отменена: удержанное из неё снова в долгу",
  DEBT_WRITTEN_OFF: "Долг исполнителя списан",
  HOLD_ADJUSTED: "Изменение выплаты",
  VAT_ROUNDED: "НДС акта за месяц: разница округления",
  CORRECTION: "Исправление",
});
export type LedgerEvent = IdOf<typeof LEDGER_EVENT>;
