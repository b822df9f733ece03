import type pg from "pg";
import type { PayrollScene } from "#tests/support/payroll-scene.ts";
import type { Subjects } from "./every-list.ts";

interface Filled {
  readonly subjects: Subjects;
  readonly ownerPhone: string;
  readonly workmanPhone: string;
}

/** `rows` jobs, offers, payouts, receipts, acts, employees, registries, notices, by SQL alone. */
export async function fillCompany(
  pool: pg.Pool,
  { accountId, ownerId, registryId }: PayrollScene,
  rows: number,
): Promise<Filled> {
  const run = async (text: string, ...values: unknown[]) => (await pool.query(text, values)).rows;
  await run(
    `
      INSERT INTO employments (account_id, workman_id, state, since, agreed_at)
      SELECT $1, id, 'ACTIVE', now() - id * interval '1 minute', now() FROM workmen`,
    accountId,
  );
  await run(
    `
      INSERT INTO jobs (account_id, kind, state, title, description, service_id, budget_kopecks,
        workman_id, tags, created_at, pay_type, finish_at, published_at, finished_at, visibility,
        is_act_required)
      SELECT $1, 'OFFER', CASE WHEN n % 10 = 0 THEN 'PUBLISHED' ELSE 'FINISHED' END,
        'Разобрать склад № ' || n, 'Рассортировать коробки и расставить их по стеллажам.', 1,
        500000, w.id, '{}', now() - n * interval '10 minutes', 'FIXED',
        now() + interval '10 days', now() - n * interval '9 minutes', now(), 'ALL', true
      FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM workmen) w`,
    accountId,
  );
  await run(
    `
      INSERT INTO payouts (account_id, state, hold_id, job_id, workman_id, amount_kopecks,
        commission_kopecks, vat_kopecks, kind, due_at, created_at, sent_at, paid_at,
        destination_mask)
      SELECT account_id, 'PAID', 0, id, workman_id, budget_kopecks, 15000, 2500, 'CARD',
        created_at, created_at, created_at, created_at, '2200 **** **** 0004'
      FROM jobs
      WHERE account_id = $1`,
    accountId,
  );
  await run(
    `
      INSERT INTO receipts (account_id, payout_id, workman_id, state, amount_kopecks,
        tax_receipt_id, operation_at, registered_at)
      SELECT account_id, id, workman_id, 'REGISTERED', amount_kopecks,
        '20' || lpad(id::text, 8, '0'), created_at, created_at
      FROM payouts
      WHERE account_id = $1`,
    accountId,
  );
  await run(
    `
      INSERT INTO job_documents (account_id, type, state, number, document_date, job_id, payout_id,
        workman_id, created_at, signed_at)
      SELECT account_id, 'ACT', 'SIGNED', id::text, created_at::date, job_id, id, workman_id,
        created_at, created_at
      FROM payouts
      WHERE account_id = $1`,
    accountId,
  );
  await run(
    `
      INSERT INTO job_offers (account_id, job_id, workman_id, state, amount_kopecks, created_at,
        finished_at)
      SELECT account_id, id, workman_id, CASE WHEN id % 2 = 0 THEN 'COMPLETED' ELSE 'FINISHED' END,
        budget_kopecks, created_at, created_at
      FROM jobs
      WHERE account_id = $1`,
    accountId,
  );
  await run(
    `
      INSERT INTO registries (account_id, kind, state, number, created_by, created_at, created_on,
        row_count, paid_count, paid_kopecks)
      SELECT $1, 'payroll', 'EXECUTED', n, $2, now() - n * interval '1 minute', current_date, 10, 10,
        1000000
      FROM generate_series(2, $3::integer) n`,
    ...[accountId, ownerId, rows],
  );
  await run(
    `
      INSERT INTO notices (person_id, account_id, type, resource, created_at)
      SELECT $2, $1, 'PayrollRegistryExecuted', jsonb_build_object('id', n), now()
      FROM generate_series(1, $3::integer) n`,
    ...[accountId, ownerId, rows],
  );
  await run(
    `
      INSERT INTO audit_log (account_id, at, event, actor)
      SELECT $1, now() - n * interval '1 second', 'auth.signed_in', '{"type":"system","title":"Платформа"}'
      FROM generate_series(1, $2::integer) n`,
    ...[accountId, Math.min(rows, 10_000)],
  );
  const others = await run(
    `
      INSERT INTO registries (account_id, kind, state, number, created_by, created_at, created_on)
      SELECT $1, kind, 'READY', 1, $2, now(), current_date
      FROM unnest(ARRAY['job', 'workman', 'workman-registration']) kind
      RETURNING id`,
    ...[accountId, ownerId],
  );
  const [webhook] = await run(
    `
      INSERT INTO webhooks (account_id, url, events, secret, created_by, created_at)
      VALUES ($1, 'https://example.com/hook', '{payout.paid}', '\\x00', $2, now())
      RETURNING id`,
    ...[accountId, ownerId],
  );
  const [change] = await run(
    `
      INSERT INTO mass_arbitrate_imports (account_id, number, state, file_name, file_sha256,
        created_by, created_at)
      VALUES ($1, 1, 'READY', 'change.xlsx', '\\x00', $2, now())
      RETURNING id`,
    ...[accountId, ownerId],
  );
  const [first] = await run(
    `
      SELECT j.id, j.workman_id, worker.phone, owner.phone AS owner_phone
      FROM jobs j
      JOIN workmen w ON w.id = j.workman_id
      JOIN people worker ON worker.id = w.person_id
      JOIN people owner ON owner.id = $2
      WHERE j.account_id = $1
      ORDER BY j.id
      LIMIT 1`,
    ...[accountId, ownerId],
  );
  await run("VACUUM ANALYZE");
  return {
    ownerPhone: first.owner_phone,
    workmanPhone: first.phone,
    subjects: {
      accountId,
      registryId,
      jobRegistryId: others[0].id,
      workmanRegistryId: others[1].id,
      registrationRegistryId: others[2].id,
      jobId: Number(first.id),
      webhookId: webhook.id,
      importId: change.id,
      workmanId: first.workman_id,
    },
  };
}
