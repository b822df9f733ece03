import { sql } from "kysely";
import { reaches } from "#contract/access/actor.ts";
import { may } from "#contract/access/access.ts";
import { projectEndpoints as endpoints } from "#contract/projects/project-endpoints.ts";
import type { Project } from "#contract/projects/project.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { invalid, notFound } from "#server/http/app-error.ts";
import { containing } from "#server/http/paging.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import { JOBS_COUNT, loadProject, selectProjects, type ProjectRow } from "../project-row.ts";

export function serveProjects(serve: Serve, { clock }: Platform): void {
  serve.list(endpoints.list, ({ actor, query }) => {
    const direction =
      (query.sortDirection ?? (query.sortBy === "jobsCount" ? "desc" : "asc")) === "asc"
        ? sql`ASC`
        : sql`DESC`;
    return {
      of: "p",
      from: sql`projects p`,
      where: [
        sql`p.account_id = ${actor.accountId}`,
        ...(actor.projectIds === null ? [] : [sql`p.id = ANY (${actor.projectIds}::integer[])`]),
        ...(query.withArchived ? [] : [sql`p.archived_at IS NULL`]),
        ...(query.search ? [sql`p.title ILIKE ${containing(query.search)}`] : []),
      ],
      order: sql`${query.sortBy === "jobsCount" ? JOBS_COUNT : sql`lower(p.title)`} ${direction}, p.id`,
      select: (page) => selectProjects(page),
      present: (rows) => rows.map((row) => present(row, actor)),
    };
  });

  serve(endpoints.create, async ({ actor, body, trx, audit }) => {
    const title = titleOf(body.title);
    const { rows } = await sql<{ id: number }>`
      INSERT INTO projects (account_id, title, created_at)
      VALUES (${actor.accountId}, ${title}, ${clock.now()})
      ON CONFLICT DO NOTHING
      RETURNING id`.execute(trx);
    const id = rows[0]?.id;
    if (id === undefined) throw taken();
    // A limited manager keeps access to the new project.
    if (actor.projectIds !== null) {
      await sql`
        UPDATE account_users
        SET project_ids = array_append(project_ids, ${id})
        WHERE account_id = ${actor.accountId} AND person_id = ${actor.personId}`.execute(trx);
    }
    audit({ event: "project.created", object: { type: "project", id, title } });
    return { id, title, jobsCount: 0, isArchived: false, permissions: { update: true } };
  });

  serve(endpoints.update, async ({ actor, params, body, trx, audit }) => {
    const project = await loadProject(trx, actor.accountId, params.id);
    if (
      !project ||
      !reaches(actor, "projects.manage", { accountId: actor.accountId, projectId: project.id })
    )
      throw notFound("Проект не найден");
    const title = body.title === undefined ? project.title : titleOf(body.title);
    const archivedAt =
      body.isArchived === undefined
        ? project.archived_at
        : body.isArchived
          ? (project.archived_at ?? clock.now())
          : null;
    const { rows } = await sql`
      UPDATE projects
      SET title = ${title}, archived_at = ${archivedAt}
      WHERE account_id = ${actor.accountId} AND id = ${project.id}
        AND NOT EXISTS (SELECT FROM projects o
          WHERE o.account_id = ${actor.accountId}
            AND lower(o.title) = lower(${title})
            AND o.id <> ${project.id})
        RETURNING 1`.execute(trx);
    if (rows.length === 0) throw taken();
    audit({
      event: "project.updated",
      object: { type: "project", id: project.id, title },
      before: { title: project.title, isArchived: project.archived_at !== null },
      after: { title, isArchived: archivedAt !== null },
    });
    return present({ ...project, title, archived_at: archivedAt }, actor);
  });
}

function present(row: ProjectRow, actor: AccountActor): Project {
  return {
    id: row.id,
    title: row.title,
    jobsCount: row.jobs_count,
    isArchived: row.archived_at !== null,
    permissions: {
      update:
        may(actor, "projects.manage") &&
        reaches(actor, "projects.manage", { accountId: actor.accountId, projectId: row.id }),
    },
  };
}

function titleOf(text: string): string {
  const title = text.trim().replace(/\s+/g, " ");
  if (title === "") throw invalid({ title: ["Обязательное поле"] });
  return title;
}

function taken() {
  return invalid({ title: ["Проект с таким названием уже есть"] });
}
