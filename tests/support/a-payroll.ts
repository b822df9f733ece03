import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { addWorkmen, aCustomer, seedServices, type Customer } from "#tests/support/payroll-cast.ts";
import { PayrollDesk } from "#tests/support/payroll-desk.ts";
import type { PayrollWorker } from "#tests/support/payroll-file.ts";

/** After the periods of the rows; the year has no other income. */
const MORNING = "2026-03-10T09:00:00Z";

export interface Payroll {
  readonly product: TestApp;
  readonly customer: Customer;
  /** The owner's. */
  readonly desk: PayrollDesk;
}

/** Services, active workers and one customer, on a March morning unless `at` is given. */
export async function aPayroll(scene: {
  readonly workers: readonly PayrollWorker[];
  /** Kopecks. */
  readonly funds?: bigint;
  readonly seed?: number;
  readonly at?: string;
}): Promise<Payroll> {
  const { workers, funds = 0n, seed = 1, at = MORNING } = scene;
  const product = await buildTestApp();
  product.clock.set(new Date(at));
  const db = product.database.kysely;
  await seedServices(db);
  await addWorkmen(db, workers);
  const customer = await aCustomer(db, { seed, funds });
  return { product, customer, desk: new PayrollDesk(product, customer.ownerPhone) };
}
