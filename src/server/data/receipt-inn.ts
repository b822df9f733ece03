import { sql } from "kysely";

/**
 * The ИНН under which the tax service knows receipt `r` of workman `w`, who may have another one by
 * now. The demonstration's receipts keep none.
 */
export const RECEIPT_INN = sql<string>`coalesce(r.inn, w.inn)`;
