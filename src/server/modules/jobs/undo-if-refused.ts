import { sql } from "kysely";
import { errorText } from "#contract/kernel/problem.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";

/**
 * In a savepoint: a refusal, also a listener's, undoes only this action.
 *
 * @throws other errors.
 */
export async function undoIfRefused<Outcome extends string>(
  trx: Trx,
  action: () => Promise<Outcome>,
): Promise<Outcome | { readonly refusal: string }> {
  await sql`SAVEPOINT one_job`.execute(trx);
  try {
    const outcome = await action();
    await sql`RELEASE SAVEPOINT one_job`.execute(trx);
    return outcome;
  } catch (error) {
    if (!(error instanceof AppError && (error.code === "conflict" || error.code === "invalid")))
      throw error;
    await sql`ROLLBACK TO SAVEPOINT one_job`.execute(trx);
    return { refusal: errorText(error) };
  }
}
