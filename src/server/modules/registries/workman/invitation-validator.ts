import { formatDate } from "#contract/values/calendar-date.ts";
import { registryFinding, type FindingCode } from "#contract/registries/registry-findings.ts";
import type { ReadRow } from "../registry-file-events.ts";
import type { ValidationScope, ValidatedRow, RowValidator, RowKeys } from "../registry-kind.ts";
import { validatedRow, PeopleBook } from "../validation/people-book.ts";
import type { PeopleAnswer, PeopleQuestion, PersonFacts } from "../validation/people-facts.ts";
import { foldTitle } from "../validation/service-facts.ts";

export interface InvitationScope extends ValidationScope {
  readonly now: string;
  readonly projects: readonly (readonly [title: string, id: number])[];
  readonly projectId: number | null;
}

interface InvitingValues {
  readonly phone: string | null;
  readonly inn: string | null;
  readonly projectTitle: string | null;
}

const TIED: ReadonlySet<string> = new Set([
  "CONFIRMATION",
  "ACTIVE",
  "PAUSED",
  "REGISTRATION",
  "INVITED",
]);

/** Of both kinds that invite by a link. Source: `domain.md` §4.4, §4.5. */
export class InvitationValidator<Values extends InvitingValues> implements RowValidator<
  Values,
  PeopleQuestion,
  PeopleAnswer
> {
  readonly #scope: InvitationScope;
  readonly #projects: ReadonlyMap<string, number>;
  readonly #book = new PeopleBook();

  constructor(scope: InvitationScope) {
    this.#scope = scope;
    this.#projects = new Map(scope.projects);
  }

  question(rows: readonly ReadRow<Values>[]): PeopleQuestion | null {
    return this.#book.question(
      rows.map(({ values: { inn, phone } }): RowKeys => ({ inn, phone, externalId: null })),
    );
  }

  learn(answer: PeopleAnswer): void {
    this.#book.learn(answer);
  }

  validate(row: ReadRow<Values>): ValidatedRow<Values> {
    const { values } = row;
    const find = (column: string, code: FindingCode, filling?: Record<string, string | number>) =>
      void row.findings.push(registryFinding(column, code, filling));
    const byInn = this.#book.ofInn(values.inn);
    const byPhone = this.#book.ofPhone(values.phone);
    const person = this.#personOf(byInn, byPhone, values, find);
    const invitedOn = this.#book.invitedOn(values.phone);
    if (this.#book.isBlack(person, values)) find("phone", "worker_blacklisted");
    else if (person && person.employment !== null && TIED.has(person.employment))
      find("phone", "already_favourite");
    else if (person) find("phone", "already_registered");
    else if (invitedOn !== undefined)
      find("phone", "already_invited", { дата: formatDate(invitedOn) });
    const projectId =
      values.projectTitle === null
        ? this.#scope.projectId
        : (this.#projects.get(foldTitle(values.projectTitle)) ?? null);
    if (values.projectTitle !== null && projectId === null) find("project", "project_not_found");
    return validatedRow(row, { workmanId: person?.workmanId ?? null, projectId });
  }

  #personOf(
    byInn: PersonFacts | undefined,
    byPhone: PersonFacts | undefined,
    values: InvitingValues,
    find: (column: string, code: FindingCode) => void,
  ): PersonFacts | undefined {
    if (byPhone && byPhone.workmanId === null) {
      find("phone", "phone_of_customer");
      return undefined;
    }
    // A known INN with an unregistered phone: the known workman is invited on the platform; the
    // phone gets no message.
    if (byInn && byPhone && byInn.phone !== byPhone.phone) {
      find("phone", "phone_of_another");
      return undefined;
    }
    if (byPhone && byPhone.inn !== null && values.inn !== null && byPhone.inn !== values.inn) {
      find("inn", "phone_of_another");
      return undefined;
    }
    const person = byInn ?? byPhone;
    if (person && (person.state === "BLOCKED" || person.state === "DELETED"))
      find("phone", "worker_unavailable");
    return person;
  }
}
