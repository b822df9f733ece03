import { sql } from "kysely";
import { JOB_INVITE_STATE, type JobInviteState } from "#contract/jobs/job-invite-states.ts";
import { JOB_STATE, type JobState } from "#contract/jobs/job-states.ts";
import { REGISTRY_PLACES } from "#contract/registries/registry-places.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { ItemReading } from "../registry-kind.ts";
import { presentRows, seesWhole } from "../routes/present-rows.ts";
import { JOB_ROWS } from "./job-rows.ts";

interface RowJob {
  readonly row_no: number;
  readonly id: bigint;
  readonly title: string;
  readonly state: JobState;
  readonly invite_state: JobInviteState | null;
}

export const JOB_ITEMS: ItemReading = {
  inStates: (states) => sql`i.state = ANY (${[...states]}::text[])`,
  search(registry, search, pattern, actor) {
    const ways = [sql`i.cells[2] ILIKE ${pattern}`];
    if (
      /^\d{3,12}$/.test(search) &&
      seesWhole({ permissions: REGISTRY_PLACES.job }, registry, actor)
    )
      ways.push(sql`i.inn LIKE ${`${search}%`}`, sql`i.phone LIKE ${`%${search}%`}`);
    return ways;
  },
  present(platform, db, registry, actor, source) {
    return presentRows(
      platform,
      db,
      { rows: JOB_ROWS, permissions: REGISTRY_PLACES.job },
      registry,
      actor,
      source,
      async (rows) => {
        const { rows: jobs } = await sql<RowJob>`
        SELECT j.registry_row_no AS row_no, j.id, j.title, j.state,
          (SELECT v.state
            FROM job_invites v
            WHERE v.account_id = j.account_id AND v.job_id = j.id
            ORDER BY v.id DESC
            LIMIT 1) AS invite_state
        FROM jobs j
        WHERE j.account_id = ${registry.account_id}
          AND j.registry_id = ${registry.id}
          AND j.registry_row_no = ANY (${rows.map((row) => row.row_no)}::integer[])
        ORDER BY j.id`.execute(db);
        return (row) => {
          const own = jobs.filter((job) => job.row_no === row.row_no);
          const states = new Set(own.map(({ state }) => JOB_STATE.titles[state]));
          const invite = own[0]?.invite_state ?? null;
          return {
            values: {
              budget: row.amount_kopecks === null ? null : kopecksToRubles(row.amount_kopecks),
              jobsCount: own.length,
              jobState: states.size === 0 ? null : [...states].join(", "),
              inviteState: invite === null ? null : JOB_INVITE_STATE.titles[invite],
            },
            more: { jobs: own.map(({ id, title }) => ({ id: Number(id), title })) },
          };
        };
      },
    );
  },
};
