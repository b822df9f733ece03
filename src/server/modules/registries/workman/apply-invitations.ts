import { sql } from "kysely";
import { INVITATION_LIFE_DAYS } from "#contract/registries/invitation-states.ts";
import { countOf, ROWS } from "#contract/values/plural.ts";
import { claimMessages, messagesLeft, sayLimit } from "#server/modules/accounts/index.ts";
import { inviteRegistered } from "#server/modules/employees/index.ts";
import { digestOfInvitation, newInvitationId } from "#server/modules/registration/index.ts";
import { conflict } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import type {
  AppliedRegistry,
  AppliedRow,
  Applying,
  ValidatedRow,
  RowOutcome,
} from "../registry-kind.ts";
import type { Platform } from "#server/platform.ts";

const DAY_MS = 86_400_000;
const MESSAGES = ["СМС", "СМС", "СМС"] as const;
const PEOPLE = ["исполнитель", "исполнителя", "исполнителей"] as const;

export interface PreparedPerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly middleName: string | null;
  readonly inn: string | null;
  readonly email: string | null;
  readonly taxpayerType: string;
  readonly citizenship: string;
  readonly birthDate: string | null;
  /** Passport, address and bank details as in the registration profile; sealed when stored. */
  readonly profile: object | null;
  readonly tags: readonly string[];
  readonly comment: string | null;
}

type InvitingValues = { readonly phone: string | null };

function roadOf({ row }: ValidatedRow<InvitingValues>): "link" | "favourite" | "skip" {
  const codes = new Set(row.findings.map(({ code }) => code));
  if (codes.has("already_favourite") || codes.has("already_invited")) return "skip";
  return codes.has("already_registered") ? "favourite" : "link";
}

/** Links by SMS, or employments at once for registered people. Source: `domain.md` §4.4, §4.5. */
export function invitationApplying<Values extends InvitingValues>(
  purpose: string,
  personOf: (values: Values) => PreparedPerson,
): Applying<Values> {
  return {
    batchRows: 500,
    purpose,
    plan: (validated) => ({ [roadOf(validated)]: 1 }),
    async describe(db, registry, { link = 0, favourite = 0, skip = 0 }, at) {
      const { left, limit } = await messagesLeft(db, registry.account_id, at);
      return {
        effects: [
          `Будет отправлено: ${countOf(link, MESSAGES)} со ссылкой на регистрацию`,
          ...(favourite > 0
            ? [`Уже зарегистрированы и будут добавлены в избранные: ${countOf(favourite, PEOPLE)}`]
            : []),
          ...(skip > 0
            ? [`Будет пропущено: ${countOf(skip, ROWS)}, они уже приглашены или в избранных`]
            : []),
        ],
        notes: [
          ...(link > 0 ? [`Ссылка действует ${INVITATION_LIFE_DAYS} дней`] : []),
          ...(link > left
            ? [`Сегодня уйдёт ${countOf(left, MESSAGES)} из ${link}. ${sayLimit(limit)}`]
            : []),
        ],
      };
    },
    async refuse(platform) {
      if (platform.linkOrigin === null)
        throw conflict("Приглашения по СМС не настроены. Обратитесь в поддержку");
    },
    async apply(platform, trx, registry, rows, at) {
      const favourites = await addFavourites(
        platform,
        trx,
        registry,
        rows.filter(({ validated }) => roadOf(validated) === "favourite"),
        at,
      );
      const links = rows.filter(({ validated }) => roadOf(validated) === "link");
      const refused = await claimMessages(trx, registry.account_id, links.map(phoneOf), true, at);
      const allowed = links.filter((row) => !refused.has(phoneOf(row)));
      await addLinks(platform, trx, registry, allowed, personOf, at);
      return rows.map((row): RowOutcome => {
        const { validated } = row;
        const road = roadOf(validated);
        if (road === "skip")
          return {
            state: "SKIPPED",
            result: validated.row.findings.some(({ code }) => code === "already_favourite")
              ? "Уже в избранных"
              : invitedBefore(validated),
          };
        const refusal = (road === "link" ? refused : favourites.refused).get(phoneOf(row));
        if (refusal !== undefined) return { state: "APPLY_FAILED", result: refusal };
        if (road === "link") return { state: "APPLIED", result: "Приглашение отправлено" };
        return favourites.added.has(validated.workmanId ?? 0)
          ? { state: "APPLIED", result: "Уже зарегистрирован — добавлен в избранные" }
          : { state: "SKIPPED", result: "Уже в избранных" };
      });
    },
  };
}

function phoneOf({ validated }: AppliedRow<InvitingValues>): string {
  return validated.row.values.phone ?? "";
}

function invitedBefore({ row }: ValidatedRow<InvitingValues>): string {
  return (
    row.findings.find(({ code }) => code === "already_invited")?.message ?? "Уже приглашён"
  ).replace(/:.*$/, "");
}

async function addFavourites<Values extends InvitingValues>(
  platform: Platform,
  trx: Trx,
  registry: AppliedRegistry,
  rows: readonly AppliedRow<Values>[],
  at: Date,
): ReturnType<typeof inviteRegistered> {
  const workmen = rows.flatMap(({ validated }) =>
    validated.workmanId === null
      ? []
      : [
          {
            workmanId: validated.workmanId,
            phone: validated.row.values.phone ?? "",
            projectId: validated.projectId,
            comment: null,
          },
        ],
  );
  return inviteRegistered(
    trx,
    platform.events,
    registry.account_id,
    [...new Map(workmen.map((one) => [one.workmanId, one])).values()],
    at,
  );
}

/** The table has the digest of a link's id; the id stays sealed until its message is sent. */
async function addLinks<Values extends InvitingValues>(
  platform: Platform,
  trx: Trx,
  registry: AppliedRegistry,
  rows: readonly AppliedRow<Values>[],
  personOf: (values: Values) => PreparedPerson,
  at: Date,
): Promise<void> {
  if (rows.length === 0) return;
  const expiresAt = new Date(at.getTime() + INVITATION_LIFE_DAYS * DAY_MS);
  const records = rows.map(({ rowNo, validated }) => {
    const secret = newInvitationId();
    const { profile, firstName, lastName, middleName, taxpayerType, birthDate, ...person } =
      personOf(validated.row.values);
    return {
      ...person,
      first_name: firstName,
      last_name: lastName,
      middle_name: middleName,
      taxpayer_type: taxpayerType,
      birth_date: birthDate,
      row_no: rowNo,
      phone: validated.row.values.phone,
      project_ids: validated.projectId === null ? null : [validated.projectId],
      secret_hash: hex(digestOfInvitation(platform.secrets, secret)),
      sealed_id: hex(platform.secrets.seal(secret)),
      sealed: profile === null ? null : hex(platform.secrets.seal(JSON.stringify(profile))),
    };
  });
  await sql`
    INSERT INTO workman_registrations (account_id, registry_id, row_no, secret_hash, sealed_id,
      message_due_at, phone, first_name, last_name, middle_name, inn, email, taxpayer_type,
      citizenship, birth_date,
      project_ids, sealed, tags, comment, created_by, created_at, expires_at)
    SELECT ${registry.account_id}, ${registry.id}, v.row_no, v.secret_hash, v.sealed_id, ${at},
      v.phone, v.first_name, v.last_name, v.middle_name, v.inn, v.email, v.taxpayer_type,
      v.citizenship, v.birth_date,
      v.project_ids, v.sealed, v.tags, v.comment, ${registry.executed_by}, ${at}, ${expiresAt}
    FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb) AS v (row_no integer,
      secret_hash bytea, sealed_id bytea, phone text, first_name text, last_name text,
      middle_name text, inn text, email text,
      taxpayer_type text, citizenship text, birth_date date, project_ids integer[], sealed bytea,
        tags text[], comment text)`.execute(trx);
}

function hex(bytes: Buffer): string {
  return `\\x${bytes.toString("hex")}`;
}
