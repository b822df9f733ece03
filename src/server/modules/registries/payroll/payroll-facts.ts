import type { WorkmanDocumentType } from "#contract/workman-documents/workman-document-states.ts";
import type { ValidationScope } from "../registry-kind.ts";
import type { ServiceFacts } from "../validation/service-facts.ts";

/** What the database knows about a worker when a row that pays him is validated. */
export interface WorkerFacts {
  readonly inn: string;
  readonly id: number;
  readonly state: string;
  readonly smzState: string;
  readonly taxpayerType: string;
  readonly fullName: string;
  /** The day he let the platform register income, Moscow; `null` when he never did. */
  readonly boundOn: string | null;
  readonly payoutKind: string | null;
  readonly hasCard: boolean;
  readonly hasPaymentAccount: boolean;
  /** Papers that have run out or were refused. */
  readonly outdated: readonly WorkmanDocumentType[];
  /** Income of this year, registered or on its way to be, kopecks. */
  readonly earnedKopecks: bigint;
}

/**
 * What is the same for every row of one registry; plain data, so that it can cross into the reading
 * thread.
 */
export interface PayrollScope extends ValidationScope {
  readonly commissionPpm: number;
  /** Income of one self-employed worker in a year, kopecks. */
  readonly yearLimitKopecks: bigint;
  readonly services: readonly ServiceFacts[];
  /** Projects of the account the author may use: folded title and id. */
  readonly projects: readonly (readonly [title: string, id: number])[];
  /** Where rows without a project belong. */
  readonly projectId: number | null;
}

/** What has to be looked up for a batch of rows. */
export interface FactsQuestion {
  readonly inns: string[];
  readonly externalIds: string[];
}

export interface FactsAnswer {
  readonly workers: WorkerFacts[];
  /** ИНН among those asked that stand in the black list, known to the platform or not. */
  readonly blacklisted: string[];
  /** External ids that pay in another registry of the account, with its number. */
  readonly usedExternalIds: [externalId: string, registryNumber: number][];
}
