import { Type } from "typebox";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { nullable } from "#contract/kernel/fields.ts";
import { JobBrief } from "#contract/briefs/job-brief.ts";
import { ProjectBrief } from "#contract/projects/project.ts";
import { RegistryBrief } from "#contract/briefs/registry-brief.ts";
import { Id } from "#contract/values/ids.ts";
import { Instant, Rubles } from "#contract/values/wire.ts";
import { WorkmanBrief } from "#contract/briefs/workman-brief.ts";
import { POCKET } from "./pockets.ts";
import { TRANSACTION_TYPE } from "./transaction-types.ts";

/** `amount`: negative for outgoing. */
export const Transaction = Type.Object({
  id: Id,
  type: definitionOf(TRANSACTION_TYPE),
  amount: Rubles,
  /** Commission returned by a refund. */
  commission: nullable(Rubles),
  createdAt: Instant,
  job: nullable(JobBrief),
  workman: nullable(WorkmanBrief),
  account: nullable(Type.Object({ id: Id, companyDetailsName: Type.String() })),
  project: nullable(ProjectBrief),
  registryID: nullable(Id),
  registry: nullable(RegistryBrief),
  payoutID: nullable(Id),
  invoiceID: nullable(Id),
  invoiceNumber: nullable(Type.String()),
  comment: nullable(Type.String()),
  /** Of a worker's own money; `null` for what has arrived or gone back. */
  pocket: nullable(definitionOf(POCKET)),
  /** Of money sent to him; `destination` is masked. `null` for what came back. */
  destination: nullable(Type.String()),
  arrivedAt: nullable(Instant),
});
export type Transaction = Type.Static<typeof Transaction>;

/** Totals of the filtered list. */
export const TransactionTotals = Type.Object({ income: Rubles, expense: Rubles });

export const Pockets = Type.Object({ available: Rubles, onTheWay: Rubles, notArrived: Rubles });
export type Pockets = Type.Static<typeof Pockets>;
