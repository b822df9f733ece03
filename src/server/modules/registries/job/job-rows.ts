import { overLimit } from "#contract/approvals/accept-limit.ts";
import { JOB_COLUMNS, type JobColumnKey } from "#contract/registries/kinds/job-columns.ts";
import { validateJobRow, type JobRowValues } from "#contract/registries/kinds/job.ts";
import { registryFinding, type FindingCode } from "#contract/registries/registry-findings.ts";
import type { ReadRow } from "../registry-file-events.ts";
import type {
  ValidationScope,
  ValidatedRow,
  RowValidator,
  RowKind,
  StoredValues,
} from "../registry-kind.ts";
import { EXTERNAL_ID_REPEATED } from "../repeated-rows.ts";
import { validatedRow, PeopleBook } from "../validation/people-book.ts";
import type { PeopleAnswer, PeopleQuestion } from "../validation/people-facts.ts";
import { foldTitle, type ServiceFacts } from "../validation/service-facts.ts";

/** With what validation resolves; stored together. */
export interface JobValues extends JobRowValues {
  cityId: number | null;
}

export interface JobScope extends ValidationScope {
  readonly now: string;
  readonly services: readonly ServiceFacts[];
  readonly projects: readonly (readonly [title: string, id: number])[];
  readonly cities: readonly (readonly [title: string, id: number])[];
  readonly projectId: number | null;
  /** Of whoever starts the registry, before that of its author. Kopecks; `null`: any sum. */
  readonly acceptLimit: bigint | null;
  /** Until somebody starts it, a sum over the limit is a warning: another person may start it. */
  readonly isStarting: boolean;
}

/** They need the database. Source: `domain.md` §4.3. */
class JobValidator implements RowValidator<JobValues, PeopleQuestion, PeopleAnswer> {
  readonly #scope: JobScope;
  readonly #services: ReadonlyMap<string, ServiceFacts>;
  readonly #projects: ReadonlyMap<string, number>;
  readonly #cities: ReadonlyMap<string, number>;
  readonly #book = new PeopleBook();

  constructor(scope: JobScope) {
    this.#scope = scope;
    this.#services = new Map(scope.services.map((service) => [service.code, service]));
    this.#projects = new Map(scope.projects);
    this.#cities = new Map(scope.cities);
  }

  question(rows: readonly ReadRow<JobValues>[]): PeopleQuestion | null {
    return this.#book.question(rows.map(({ values }) => values));
  }

  learn(answer: PeopleAnswer): void {
    this.#book.learn(answer);
  }

  validate(row: ReadRow<JobValues>): ValidatedRow<JobValues> {
    const { values } = row;
    const refuse = (
      column: JobColumnKey,
      code: FindingCode,
      filling?: Record<string, string | number>,
    ) => void row.findings.push(registryFinding(column, code, filling));
    const used = this.#book.registryOf(values.externalId);
    if (used !== undefined) refuse("externalId", "external_id_used", { n: used });

    const byInn = this.#book.ofInn(values.inn);
    const byPhone = this.#book.ofPhone(values.phone);
    const column = values.inn === null ? "phone" : "inn";
    const person = byInn ?? byPhone;
    if (byInn && byPhone && byInn.phone !== byPhone.phone) refuse("phone", "phone_of_another");
    else if (values.inn !== null && !byInn && values.phone === null)
      refuse("inn", "worker_not_found");
    else if (person && person.workmanId === null) refuse(column, "phone_of_customer");
    else if (this.#book.isBlack(person, values)) refuse(column, "worker_blacklisted");
    else if (
      person &&
      (person.state === "BLOCKED" ||
        person.state === "DELETED" ||
        (values.inn !== null && person.state !== "ACTIVE"))
    )
      refuse(column, "worker_unavailable");

    const service =
      values.serviceCode === null ? undefined : this.#services.get(values.serviceCode);
    if (values.serviceCode !== null && !service?.active)
      refuse("serviceCode", "service_not_found", { x: values.serviceCode });
    else if (
      service &&
      person?.taxpayerType &&
      !service.allowedTaxpayerTypes.includes(person.taxpayerType)
    )
      refuse("serviceCode", "service_not_allowed");

    values.cityId =
      values.city === null ? null : (this.#cities.get(foldTitle(values.city)) ?? null);
    if (values.city !== null && values.cityId === null) refuse("city", "city_not_found");
    const projectId =
      values.projectTitle === null
        ? this.#scope.projectId
        : (this.#projects.get(foldTitle(values.projectTitle)) ?? null);
    if (values.projectTitle !== null && projectId === null) refuse("project", "project_not_found");
    const beyond =
      isNamed(values) && values.budgetKopecks !== null
        ? overLimit(this.#scope.acceptLimit, values.budgetKopecks)
        : undefined;
    if (beyond !== undefined)
      row.findings.push({
        ...registryFinding("budget", "over_accept_limit", { почему: beyond }),
        ...(this.#scope.isStarting ? { severity: "error" } : {}),
      });
    return validatedRow(row, {
      workmanId: person?.workmanId ?? null,
      projectId,
      serviceId: service?.id ?? null,
      amountKopecks:
        values.budgetKopecks === null ? null : values.budgetKopecks * BigInt(values.workmenCount),
    });
  }
}

/** Whoever is invited by name makes the budget a price by consenting. */
export function isNamed({ inn, phone }: Pick<JobRowValues, "inn" | "phone">): boolean {
  return inn !== null || phone !== null;
}

function stored({ row: { values } }: ValidatedRow<JobValues>): StoredValues {
  const {
    externalId,
    inn,
    phone,
    receiptText,
    startDate,
    finishDate,
    tags,
    budgetKopecks,
    ...rest
  } = values;
  return {
    externalId,
    inn,
    phone,
    receiptText,
    workStart: startDate,
    workEnd: finishDate,
    actDate: null,
    tags,
    comment: null,
    values: { ...rest, budgetKopecks: budgetKopecks?.toString() ?? null },
  };
}

export const JOB_ROWS: RowKind<JobValues, JobScope, PeopleQuestion, PeopleAnswer> = {
  name: "job",
  columns: JOB_COLUMNS,
  dateColumns: ["startDate", "finishDate"],
  repeats: [EXTERNAL_ID_REPEATED],
  reader: (today) => (cells, uses1904) => {
    const { values, ...readRow } = validateJobRow(cells, { today, uses1904 });
    return { ...readRow, values: { ...values, cityId: null } };
  },
  keysOf: ({ externalId, inn, phone }) => ({ externalId, inn, phone }),
  validate: (scope) => new JobValidator(scope),
  stored,
};
