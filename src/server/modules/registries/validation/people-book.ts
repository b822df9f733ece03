import type { ReadRow } from "../registry-file-events.ts";
import type { ValidatedRow, RowKeys } from "../registry-kind.ts";
import type { PeopleAnswer, PeopleQuestion, PersonFacts } from "./people-facts.ts";

export class PeopleBook {
  readonly #byPhone = new Map<string, PersonFacts>();
  readonly #byInn = new Map<string, PersonFacts>();
  readonly #black = new Set<string>();
  readonly #invited = new Map<string, string>();
  readonly #usedExternalIds = new Map<string, number>();
  readonly #asked = new Set<string>();

  /** `null` when nothing is missing. */
  question(keys: readonly RowKeys[]): PeopleQuestion | null {
    const fresh = (value: string | null) =>
      value !== null && !this.#asked.has(value) && Boolean(this.#asked.add(value));
    const question: PeopleQuestion = { inns: [], phones: [], externalIds: [] };
    for (const { inn, phone, externalId } of keys) {
      if (fresh(inn)) question.inns.push(inn as string);
      if (fresh(phone)) question.phones.push(phone as string);
      if (externalId !== null) question.externalIds.push(externalId);
    }
    return question.inns.length + question.phones.length + question.externalIds.length === 0
      ? null
      : question;
  }

  learn(answer: PeopleAnswer): void {
    for (const person of answer.people) {
      this.#byPhone.set(person.phone, person);
      if (person.inn !== null) this.#byInn.set(person.inn, person);
    }
    for (const key of [...answer.blackInns, ...answer.blackPhones]) this.#black.add(key);
    for (const [phone, on] of answer.invited) this.#invited.set(phone, on);
    for (const [externalId, number] of answer.usedExternalIds)
      this.#usedExternalIds.set(externalId, number);
  }

  ofPhone(phone: string | null): PersonFacts | undefined {
    return phone === null ? undefined : this.#byPhone.get(phone);
  }

  ofInn(inn: string | null): PersonFacts | undefined {
    return inn === null ? undefined : this.#byInn.get(inn);
  }

  /** By the keys of row and profile. */
  isBlack(
    person: PersonFacts | undefined,
    { inn, phone }: Pick<RowKeys, "inn" | "phone">,
  ): boolean {
    return [inn, phone, person?.inn, person?.phone].some(
      (key) => typeof key === "string" && this.#black.has(key),
    );
  }

  invitedOn(phone: string | null): string | undefined {
    return phone === null ? undefined : this.#invited.get(phone);
  }

  registryOf(externalId: string | null): number | undefined {
    return externalId === null ? undefined : this.#usedExternalIds.get(externalId);
  }
}

export function validatedRow<Values>(
  row: ReadRow<Values>,
  resolved: {
    workmanId: number | null;
    projectId: number | null;
    serviceId?: number | null;
    amountKopecks?: bigint | null;
  },
): ValidatedRow<Values> {
  const errorCount = row.findings.filter(({ severity }) => severity === "error").length;
  return {
    row,
    errorCount,
    warningCount: row.findings.length - errorCount,
    serviceId: null,
    amountKopecks: null,
    payoutKind: null,
    commissionKopecks: null,
    ...resolved,
  };
}
