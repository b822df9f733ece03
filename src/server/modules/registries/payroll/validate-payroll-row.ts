import type { PayrollColumnKey } from "#contract/registries/kinds/payroll-columns.ts";
import type { PayrollRowValues } from "#contract/registries/kinds/payroll.ts";
import { registryFinding, type FindingCode } from "#contract/registries/registry-findings.ts";
import { isSameName } from "#contract/values/person-name.ts";
import {
  commissionOn,
  leftOfYear,
  payCauses,
  payoutKindFor,
} from "#contract/workmen/payability.ts";
import type { ReadRow } from "../registry-file-events.ts";
import type { ValidatedRow, RowValidator } from "../registry-kind.ts";
import { foldTitle, type ServiceFacts } from "../validation/service-facts.ts";
import { UsualSums } from "../usual-sums.ts";
import { COLUMN_OF_CAUSE, fillingOf } from "./pay-findings.ts";
import type { FactsAnswer, FactsQuestion, PayrollScope, WorkmanFacts } from "./payroll-facts.ts";

/**
 * Every payroll rule that needs the database, for uploads, pasted blocks and edited cells. Rows go
 * in their order: the yearly limit counts earlier rows of the registry. It knows only the facts
 * given by `question` and `learn`, so it runs in any thread. Source: `domain.md` §4.2.
 */
export class PayrollValidator implements RowValidator<
  PayrollRowValues,
  FactsQuestion,
  FactsAnswer
> {
  readonly #scope: PayrollScope;
  readonly #services: ReadonlyMap<string, ServiceFacts>;
  readonly #projects: ReadonlyMap<string, number>;
  readonly #workmen = new Map<string, WorkmanFacts>();
  readonly #blacklisted = new Set<string>();
  readonly #usedExternalIds = new Map<string, number>();
  readonly #asked = new Set<string>();
  readonly #usual: UsualSums;
  /** Kopecks of ready rows so far, by workman id. */
  readonly #planned = new Map<number, bigint>();

  constructor(scope: PayrollScope) {
    this.#scope = scope;
    this.#services = new Map(scope.services.map((service) => [service.code, service]));
    this.#projects = new Map(scope.projects);
    this.#usual = new UsualSums(scope.usualKopecks);
  }

  /** Facts still missing for these rows; `null` when all are known. */
  question(rows: readonly ReadRow[]): FactsQuestion | null {
    const inns: string[] = [];
    const externalIds: string[] = [];
    this.#usual.see(rows);
    for (const { values } of rows) {
      if (values.inn !== null && !this.#asked.has(values.inn)) {
        this.#asked.add(values.inn);
        inns.push(values.inn);
      }
      if (values.externalId !== null) externalIds.push(values.externalId);
    }
    return inns.length + externalIds.length === 0 ? null : { inns, externalIds };
  }

  learn(answer: FactsAnswer): void {
    this.#usual.learn(answer.paidLately);
    for (const workman of answer.workmen) this.#workmen.set(workman.inn, workman);
    for (const inn of answer.blacklisted) this.#blacklisted.add(inn);
    for (const [externalId, number] of answer.usedExternalIds)
      this.#usedExternalIds.set(externalId, number);
  }

  /** Adds findings to the row and resolves its references. */
  validate(row: ReadRow): ValidatedRow<PayrollRowValues> {
    const { values } = row;
    const refuse = (
      column: PayrollColumnKey,
      code: FindingCode,
      filling?: Record<string, string | number>,
    ) => {
      row.findings.push(registryFinding(column, code, filling));
    };
    const used =
      values.externalId === null ? undefined : this.#usedExternalIds.get(values.externalId);
    if (used !== undefined) refuse("externalId", "external_id_used", { n: used });

    const workman = values.inn === null ? undefined : this.#workmen.get(values.inn);
    const service =
      values.serviceCode === null ? undefined : this.#services.get(values.serviceCode);
    if (values.serviceCode !== null && !service?.active)
      refuse("serviceCode", "service_not_found", { x: values.serviceCode });
    const leftKopecks = workman
      ? leftOfYear(workman, this.#scope.yearLimitKopecks) - (this.#planned.get(workman.id) ?? 0n)
      : null;
    if (values.inn !== null) {
      const isMethodRead = !row.findings.some(({ column }) => column === "payoutMethod");
      const causes = payCauses(workman, {
        isBlacklisted: this.#blacklisted.has(values.inn),
        allowedTaxpayerTypes: service?.active ? service.allowedTaxpayerTypes : null,
        workEnd: values.workEnd,
        payoutKind: values.payoutMethod,
        sumKopecks: values.amountKopecks,
        leftKopecks,
      });
      for (const cause of causes)
        if (cause !== "no_payout_details" || isMethodRead)
          refuse(
            COLUMN_OF_CAUSE[cause],
            cause,
            fillingOf(cause, { outdated: workman?.outdated ?? [], leftKopecks: leftKopecks ?? 0n }),
          );
    }
    if (workman && values.fullName !== null && !isSameName(values.fullName, workman.fullName))
      refuse("fullName", "full_name_differs", { ФИО: workman.fullName });
    const payoutKind = workman ? payoutKindFor(workman, values.payoutMethod) : null;

    const projectId =
      values.projectTitle === null
        ? this.#scope.projectId
        : (this.#projects.get(foldTitle(values.projectTitle)) ?? null);
    if (values.projectTitle !== null && projectId === null) refuse("project", "project_not_found");

    const unusual = this.#usual.finding(values.inn, values.amountKopecks);
    if (unusual) row.findings.push(unusual);

    let errorCount = 0;
    let warningCount = 0;
    for (const finding of row.findings) {
      if (finding.severity === "error") errorCount += 1;
      else warningCount += 1;
    }
    if (errorCount === 0 && workman && values.amountKopecks !== null)
      this.#planned.set(workman.id, (this.#planned.get(workman.id) ?? 0n) + values.amountKopecks);
    return {
      row,
      errorCount,
      warningCount,
      workmanId: workman?.id ?? null,
      serviceId: service?.id ?? null,
      projectId,
      payoutKind,
      amountKopecks: values.amountKopecks,
      commissionKopecks:
        values.amountKopecks === null
          ? null
          : commissionOn(values.amountKopecks, this.#scope.commissionPpm),
    };
  }
}
