import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { sql, type Kysely } from "kysely";
import { isCardNumber, maskCard } from "#contract/values/bank-details.ts";
import { escapeMarkup } from "#contract/values/markup.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { CARD_BINDING_PAGE } from "#server/integrations/bank/port.ts";
import { plainPage } from "#server/http/plain-page.ts";

const SAMPLE_CARD = "2200 0000 0000 0004";

/** The simulated bank's page: no script, stores only the number's mask. */
export function serveCardBindingPage(http: FastifyInstance, db: Kysely<Schema>): void {
  void http.register(async (scope) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: 2000 },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );

    scope.get<{ Params: { id: string } }>(
      `${CARD_BINDING_PAGE}:id`,
      { exposeHeadRoute: false },
      async (request, reply) => {
        void reply.header("cache-control", "no-store").type("text/html; charset=utf-8");
        if (await returnUrlOf(db, request.params.id)) return page(form(null));
        return reply
          .status(404)
          .send(
            page(
              "<p>Эта ссылка уже использована или её не было. Вернитесь на платформу и начните привязку заново.</p>",
            ),
          );
      },
    );

    scope.post<{ Params: { id: string }; Body: unknown }>(
      `${CARD_BINDING_PAGE}:id`,
      async (request, reply) => {
        void reply.header("cache-control", "no-store").type("text/html; charset=utf-8");
        const fields =
          request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
        const isBound = fields.get("decision") === "bind";
        const number = (fields.get("number") ?? "").replace(/\s/g, "");
        if (isBound && !isCardNumber(number))
          return reply.status(422).send(page(form("Проверьте номер карты: в нём ошибка")));
        const returnUrl = await decideCardBinding(db, request.params.id, isBound ? number : null);
        if (returnUrl === null)
          return reply
            .status(404)
            .send(
              page(
                "<p>Эта ссылка уже использована. Вернитесь на платформу и начните привязку заново.</p>",
              ),
            );
        return reply.redirect(`${returnUrl}?card-bind-result=${isBound ? "success" : "fail"}`, 303);
      },
    );
  });
}

/**
 * A card has one token, whoever binds it.
 *
 * @param number - digits; `null`: the person declined.
 * @returns the return URL; `null` when it was decided before.
 */
async function decideCardBinding(
  db: Kysely<Schema>,
  bindingId: string,
  number: string | null,
): Promise<string | null> {
  const token =
    number === null
      ? null
      : `card-${createHash("sha256").update(number).digest("hex").slice(0, 32)}`;
  const mask = number === null ? null : maskCard(number);
  const { rows } = await sql<{ return_url: string }>`
    WITH decided AS (
      UPDATE sandbox.card_bindings
      SET state = CASE
        WHEN ${token}::text IS NULL THEN 'FAILED'
        ELSE 'BOUND' END, token = ${token}::text, pan_mask = ${mask}
      WHERE id = ${bindingId} AND state = 'PENDING' RETURNING return_url, token
    ), kept AS (
      INSERT INTO sandbox.bank_cards (token)
      SELECT token
      FROM decided
      WHERE token IS NOT NULL
      ON CONFLICT (token) DO UPDATE
      SET status = 'ok'
    )
    SELECT return_url FROM decided`.execute(db);
  return rows[0]?.return_url ?? null;
}

async function returnUrlOf(db: Kysely<Schema>, bindingId: string): Promise<string | null> {
  const { rows } = await sql<{
    return_url: string;
  }>`
    SELECT return_url FROM sandbox.card_bindings WHERE id = ${bindingId} AND state = 'PENDING'`.execute(
    db,
  );
  return rows[0]?.return_url ?? null;
}

function form(error: string | null): string {
  return `<form method="post">
<p>Для проверки банк спишет небольшую сумму и сразу вернёт её. Номер карты останется в банке.</p>
<label for="number">Номер карты</label>
<input id="number" name="number" inputmode="numeric" autocomplete="off" maxlength="23" value="${SAMPLE_CARD}"${error ? ' aria-invalid="true" aria-describedby="error"' : ""}>
${error ? `<p id="error" role="alert">${escapeMarkup(error)}</p>` : ""}
<p><button name="decision" value="bind">Привязать карту</button> <button name="decision" value="refuse">Отказаться</button></p>
</form>`;
}

function page(content: string): string {
  return plainPage({
    title: "Банк: привязка карты",
    heading: "Привязка карты",
    content: `<p>Демонстрационный банк</p>${content}`,
    style: STYLE,
  });
}

const STYLE =
  "input{display:block;width:100%;box-sizing:border-box;font:inherit;padding:.5rem;margin:.25rem 0 1rem}button{font:inherit;padding:.5rem 1rem}[role=alert]{color:#b00020}";
