import { sql } from "kysely";
import { jobRegistryEndpoints } from "#contract/registries/job-registry-endpoints.ts";
import { REGISTRY_PLACES } from "#contract/registries/registry-places.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { acceptLimit, presentRights } from "#server/modules/accounts/index.ts";
import type { RegistryKind } from "../registry-kind.ts";
import { presentInfoOf } from "../routes/registry-info.ts";
import type { PeopleAnswer, PeopleQuestion } from "../validation/people-facts.ts";
import { loadPeople } from "../validation/people-facts.ts";
import { foldTitle } from "../validation/service-facts.ts";
import { authorProjects, loadServices } from "../validation/shared-facts.ts";
import { usedExternalIds } from "../validation/used-external-ids.ts";
import { JOB_APPLYING } from "./apply-jobs.ts";
import { JOB_ITEMS } from "./job-items.ts";
import { JOB_ROWS, type JobScope, type JobValues } from "./job-rows.ts";
import { jobTemplate } from "./job-template.ts";

/**
 * «Реестр заданий»: one or several jobs a row; a named workman is invited. Source: `domain.md`
 * §4.3.
 */
export const JOB_KIND: RegistryKind<JobValues, JobScope, PeopleQuestion, PeopleAnswer> = {
  rows: JOB_ROWS,
  calls: jobRegistryEndpoints,
  permissions: REGISTRY_PLACES.job,
  items: JOB_ITEMS,
  applying: { calls: jobRegistryEndpoints, how: JOB_APPLYING },
  async loadScope(_deps, db, registry, now) {
    const { rows: cities } = await sql<{
      id: number;
      title: string;
    }>`SELECT id, title FROM cities ORDER BY population`.execute(db);
    return {
      accountId: registry.account_id,
      registryId: registry.id,
      createdOn: registry.created_on,
      today: moscowDate(now),
      now: now.toISOString(),
      services: await loadServices(db),
      projects: await authorProjects(db, registry),
      // Of two cities with one name the larger comes last and wins.
      cities: cities.map(({ id, title }) => [foldTitle(title), id] as const),
      projectId: registry.project_id,
      isStarting: typeof registry.executed_by === "number",
      acceptLimit: await acceptLimit(
        db,
        await presentRights(db, registry.account_id, registry.executed_by ?? registry.created_by),
      ),
    };
  },
  loadFacts: async (db, scope, question) => ({
    ...(await loadPeople(db, scope, question)),
    usedExternalIds: await usedExternalIds(db, "job", scope, question.externalIds),
  }),
  async presentInfo(_deps, db, registry, actor) {
    const { rows } = await sql<{ jobs: number; invites: number }>`
      SELECT count(*)::integer AS jobs,
        (SELECT count(*)::integer
          FROM job_invites v
          JOIN jobs k ON k.account_id = v.account_id AND k.id = v.job_id
        WHERE k.account_id = ${registry.account_id}
          AND k.registry_id = ${registry.id}
          AND k.registry_row_no IS NOT NULL) AS invites
      FROM jobs j
      WHERE j.account_id = ${registry.account_id}
        AND j.registry_id = ${registry.id}
        AND j.registry_row_no IS NOT NULL`.execute(db);
    return presentInfoOf(db, registry, actor, {
      jobsCount: rows[0]?.jobs ?? 0,
      invitesCount: rows[0]?.invites ?? 0,
      budget: kopecksToRubles(registry.amount_kopecks),
    });
  },
  fileFindings: async () => [],
  template: (db) => jobTemplate(db, []),
};
