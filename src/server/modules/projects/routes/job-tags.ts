import { sql } from "kysely";
import { reaches } from "#contract/access/actor.ts";
import { projectEndpoints as endpoints } from "#contract/projects/project-endpoints.ts";
import type { JobTag } from "#contract/projects/project.ts";
import { AppError, invalid, notFound } from "#server/http/app-error.ts";
import { containing } from "#server/http/paging.ts";
import type { Serve } from "#server/http/serve.ts";

export function serveJobTags(serve: Serve): void {
  serve(endpoints.tags, async ({ actor, query, trx }) => {
    const found = query.search ? sql`AND title ILIKE ${containing(query.search)}` : sql``;
    const { rows } = await sql<JobTag>`
        SELECT id, title
        FROM job_tags
        WHERE account_id = ${actor.accountId} ${found}
        ORDER BY lower(title), id`.execute(trx);
    return { items: rows };
  });

  serve(endpoints.createTag, async ({ actor, body, trx, audit }) => {
    const title = body.title.trim().replace(/\s+/g, " ");
    if (title === "") throw invalid({ title: ["Обязательное поле"] });
    const { rows } = await sql<JobTag>`
      INSERT INTO job_tags (account_id, title) VALUES (${actor.accountId}, ${title})
      ON CONFLICT (account_id, lower(title)) DO UPDATE
      SET title = job_tags.title
      RETURNING id, title`.execute(trx);
    const tag = rows[0] as JobTag;
    audit({ event: "tag.created", object: { type: "tag", id: tag.id, title: tag.title } });
    return tag;
  });

  serve(endpoints.deleteTag, async ({ actor, params, trx, audit }) => {
    // Tags are shared: deleting changes jobs out of reach.
    if (!reaches(actor, "projects.manage", { accountId: actor.accountId, projectId: null }))
      throw new AppError(
        "forbidden",
        "Теги общие для всей компании. Удалить тег может тот, кому доступны все проекты",
      );
    const { rows } = await sql<JobTag>`
        DELETE FROM job_tags
        WHERE account_id = ${actor.accountId} AND id = ${params.id}
        RETURNING id, title`.execute(trx);
    const tag = rows[0];
    if (!tag) throw notFound("Тег не найден");
    await sql`
      UPDATE jobs
      SET tags = array_remove(tags, ${tag.title})
      WHERE account_id = ${actor.accountId} AND tags @> ARRAY[${tag.title}::text]`.execute(trx);
    audit({ event: "tag.deleted", object: { type: "tag", id: tag.id, title: tag.title } });
    return { ok: true as const };
  });
}
