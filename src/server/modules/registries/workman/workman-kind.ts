import { moscowDate } from "#contract/values/calendar-date.ts";
import { workmanRegistryEndpoints } from "#contract/registries/workman-registry-endpoints.ts";
import type { WorkmanRowValues } from "#contract/registries/kinds/workman.ts";
import type { Platform } from "#server/platform.ts";
import type { Db, RegistryKind, ScopeOf } from "../registry-kind.ts";
import { presentInfoOf } from "../routes/registry-info.ts";
import { templateOf } from "../routes/registry-tables.ts";
import { loadPeople, type PeopleAnswer, type PeopleQuestion } from "../validation/people-facts.ts";
import { authorProjects } from "../validation/shared-facts.ts";
import { invitationApplying } from "./apply-invitations.ts";
import { INVITATION_PERMISSIONS, invitationItems } from "./invitation-items.ts";
import type { InvitationScope } from "./invitation-validator.ts";
import { invitationTotals } from "./invitation-rows.ts";
import { WORKMAN_ROWS } from "./workman-rows.ts";

export const INVITING = {
  permissions: INVITATION_PERMISSIONS,
  async loadScope(_deps: Platform, db: Db, registry: ScopeOf, now: Date): Promise<InvitationScope> {
    return {
      accountId: registry.account_id,
      registryId: registry.id,
      createdOn: registry.created_on,
      today: moscowDate(now),
      now: now.toISOString(),
      projects: await authorProjects(db, registry),
      projectId: registry.project_id,
    };
  },
  loadFacts: async (
    db: Db,
    scope: InvitationScope,
    question: PeopleQuestion,
  ): Promise<PeopleAnswer> => ({ ...(await loadPeople(db, scope, question)), usedExternalIds: [] }),
  presentInfo: async (platform, db, registry, actor) =>
    presentInfoOf(db, registry, actor, await invitationTotals(db, registry, platform.clock.now())),
  fileFindings: async () => [],
} satisfies Partial<RegistryKind<never, InvitationScope, PeopleQuestion, PeopleAnswer>>;

/**
 * «Реестр приглашений»: a link by SMS, or an employment at once for registered people. Source:
 * `domain.md` §4.4.
 */
export const WORKMAN_KIND: RegistryKind<
  WorkmanRowValues,
  InvitationScope,
  PeopleQuestion,
  PeopleAnswer
> = {
  ...INVITING,
  rows: WORKMAN_ROWS,
  calls: workmanRegistryEndpoints,
  items: invitationItems(WORKMAN_ROWS, [2], false),
  applying: {
    calls: workmanRegistryEndpoints,
    how: invitationApplying(
      "Приглашение исполнителей",
      ({ firstName, inn, email, tags, comment }) => ({
        firstName: firstName ?? "",
        lastName: "",
        middleName: null,
        inn,
        email,
        taxpayerType: "SMZ",
        citizenship: "ru",
        birthDate: null,
        profile: null,
        tags,
        comment,
      }),
    ),
  },
  template: async () => templateOf("workman", [], []),
};
