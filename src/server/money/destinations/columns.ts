import { sql } from "kysely";

/** Card of the worker `w` named by a code. A card only bound receives nothing, however new. */
export const CHOSEN_CARD = sql`
  (SELECT c.token, c.pan_mask, c.bound_at
    FROM workman_cards c
    WHERE c.workman_id = w.id AND c.chosen_at IS NOT NULL AND c.status = 'ok')`;

/** For workmen `w`. */
export const HAS_CHOSEN_CARD = sql`
  EXISTS (SELECT FROM workman_cards c
    WHERE c.workman_id = w.id AND c.chosen_at IS NOT NULL AND c.status = 'ok')`;

/** For workmen `w`. */
export const HAS_CONFIRMED_ACCOUNT = sql`
  EXISTS (SELECT FROM workman_payment_accounts a
    WHERE a.workman_id = w.id AND a.confirmed_at IS NOT NULL)`;

/** Destination of a payout `p`; NULL by phone. */
export const CHOSEN_MASK = sql`CASE p.kind
  WHEN 'CARD' THEN (SELECT c.pan_mask
    FROM workman_cards c
    WHERE c.workman_id = p.workman_id AND c.chosen_at IS NOT NULL AND c.status = 'ok')
  WHEN 'PAYMENT_ACCOUNT' THEN (SELECT b.account_mask
    FROM workman_payment_accounts b
    WHERE b.workman_id = p.workman_id AND b.confirmed_at IS NOT NULL) END`;
