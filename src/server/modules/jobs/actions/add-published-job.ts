import { sql } from "kysely";
import type { Trx } from "#server/data/transaction.ts";
import type { ProductEventBus } from "#server/product-events.ts";
import type { JobFields } from "../job-fields.ts";
import type { OwnJob } from "../own-job.ts";
import { publishJob } from "./publish-job.ts";
import { addJob } from "./update-job.ts";

interface RegistryJob {
  readonly accountId: number;
  /** Validated by the registry; only publishing rules run again. */
  readonly fields: JobFields;
  readonly registryId: number;
  readonly rowNo: number;
  readonly by: number;
  readonly at: Date;
}

/**
 * @returns the job: PUBLISHED, or MODERATION for a company not trusted yet.
 * @throws AppError as `publishJob`.
 */
export async function addPublishedJob(
  trx: Trx,
  events: ProductEventBus,
  { accountId, fields, registryId, rowNo, by, at }: RegistryJob,
): Promise<OwnJob> {
  const id = await addJob(trx, accountId, fields, by, at);
  await sql`
    UPDATE jobs
    SET registry_id = ${registryId}, registry_row_no = ${rowNo}
    WHERE account_id = ${accountId} AND id = ${id}`.execute(trx);
  const { rows } = await sql<OwnJob>`
    SELECT j.*, a.state AS account_state, a.trusted AS is_trusted
    FROM jobs j
    JOIN accounts a ON a.id = j.account_id
    WHERE j.account_id = ${accountId} AND j.id = ${id}`.execute(trx);
  const job = rows[0] as OwnJob;
  return { ...job, state: await publishJob(trx, events, job, by, at) };
}
