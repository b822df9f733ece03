import { sql } from "kysely";

/** Card of the worker `w` named by a code. A card only bound receives nothing, however new. */
export const CHOSEN_CARD = sql`
  (SELECT c.token, c.pan_mask, c.bound_at
    FROM workman_cards c
    WHERE c.workman_id = w.id AND c.chosen_at IS NOT NULL AND c.status = 'ok')`;

/** A code named the card `c` for payouts or a withdrawal, and it works. */
export const IS_NAMED_CARD = sql<boolean>`
  (c.status = 'ok' AND (c.chosen_at IS NOT NULL OR c.confirmed_at IS NOT NULL))`;

/** For workmen `w`. */
export const HAS_CHOSEN_CARD = sql`
  EXISTS (SELECT FROM workman_cards c
    WHERE c.workman_id = w.id AND c.chosen_at IS NOT NULL AND c.status = 'ok')`;

/** For workmen `w`. */
export const HAS_CONFIRMED_ACCOUNT = sql`
  EXISTS (SELECT FROM workman_payment_accounts a
    WHERE a.workman_id = w.id AND a.confirmed_at IS NOT NULL)`;

/** For workmen `w`: his last change to «СБП» was not his. */
export const IS_SBP_DISOWNED = sql<boolean>`
  coalesce((SELECT d.disowned_at IS NOT NULL
    FROM destination_changes d
    WHERE d.person_id = w.person_id AND d.kind = 'SBP'
    ORDER BY d.changed_at DESC, d.id DESC
    LIMIT 1), false)`;

/** Destination of a payout `p`; NULL by phone. */
export const CHOSEN_MASK = sql`CASE p.kind
  WHEN 'CARD' THEN (SELECT c.pan_mask
    FROM workman_cards c
    WHERE c.workman_id = p.workman_id AND c.chosen_at IS NOT NULL AND c.status = 'ok')
  WHEN 'PAYMENT_ACCOUNT' THEN (SELECT b.account_mask
    FROM workman_payment_accounts b
    WHERE b.workman_id = p.workman_id AND b.confirmed_at IS NOT NULL) END`;
