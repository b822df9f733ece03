import { sql } from "kysely";

/**
 * Of employment `e`: the workman has agreed to work with the company, so it sees his phone, ИНН and
 * tax state, and may pay him. Nothing else is asked about consent; `false` without an employment.
 */
export const HAS_AGREED = sql<boolean>`(e.agreed_at IS NOT NULL)`;
