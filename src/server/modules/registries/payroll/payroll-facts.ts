import type { PayableFacts } from "#contract/workmen/payability.ts";
import type { ValidationScope } from "../registry-kind.ts";
import type { PaidLately } from "../usual-sums.ts";
import type { ServiceFacts } from "../validation/service-facts.ts";

/** Facts about a workman for validating the rows that pay them. */
export interface WorkmanFacts extends PayableFacts {
  readonly inn: string;
  readonly id: number;
  readonly fullName: string;
  /** Income of this year, registered or pending, kopecks. */
  readonly earnedKopecks: bigint;
}

/** Facts shared by all rows of a registry; plain data, so that it crosses into a worker thread. */
export interface PayrollScope extends ValidationScope {
  readonly commissionPpm: number;
  /** Yearly income limit of one self-employed workman, kopecks. */
  readonly yearLimitKopecks: bigint;
  readonly services: readonly ServiceFacts[];
  /** Projects the author may use: folded title and id. */
  readonly projects: readonly (readonly [title: string, id: number])[];
  /** For rows that name no project. */
  readonly projectId: number | null;
  /** Median sum of the stored rows, kopecks. */
  readonly usualKopecks: bigint | null;
}

export interface FactsQuestion {
  readonly inns: string[];
  readonly externalIds: string[];
}

export interface FactsAnswer {
  readonly workmen: WorkmanFacts[];
  /** Blacklisted ones of the requested INNs, whether registered on the platform or not. */
  readonly blacklisted: string[];
  /** External ids used in another registry of the account, with its number. */
  readonly usedExternalIds: [externalId: string, registryNumber: number][];
  readonly paidLately: PaidLately;
}
