import { sql } from "kysely";
import { permissionsOf } from "#contract/access/role-permissions.ts";
import { ROLES, type RoleId } from "#contract/access/roles.ts";
import type { AccountState } from "#contract/accounts/account-states.ts";
import type { MyInfo } from "#contract/auth/session.ts";
import type { TaxpayerType } from "#contract/definitions/taxpayer-types.ts";
import { WORKMAN_STATE, type WorkmanState } from "#contract/workmen/workman-states.ts";
import type { PreparedQuery } from "#server/data/prepared-query.ts";
import type { Actor } from "#server/http/actor.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Platform } from "#server/platform.ts";
import { pictureIdOf, presentPicture } from "#server/files/pictures.ts";

interface PersonRow {
  email: string | null;
  created_at: Date;
  picture_id: string | null;
  city: { id: number; title: string } | null;
  accounts: { id: number; name: string; state: AccountState; role: RoleId }[];
  workman: {
    id: number;
    taxpayerType: TaxpayerType;
    state: WorkmanState;
    firstName: string;
    lastName: string;
    middleName: string | null;
  } | null;
}

export async function loadMyInfo(
  ask: PreparedQuery,
  actor: Actor,
  { sandbox, secrets }: Pick<Platform, "sandbox" | "secrets">,
): Promise<MyInfo> {
  const [person] = await ask(sql<PersonRow>`
    SELECT p.email, p.created_at, ${pictureIdOf(sql`p.id`)} AS picture_id,
      (SELECT jsonb_build_object('id', c.id, 'title', c.title)
        FROM cities c
        WHERE c.id = p.city_id) AS city,
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', a.id, 'name', a.short_name, 'state', a.state, 'role', u.role)
        ORDER BY a.id)
        FROM account_users u
        JOIN accounts a ON a.id = u.account_id
        WHERE u.person_id = p.id AND u.state = 'ACTIVE'), '[]') AS accounts,
      (SELECT jsonb_build_object('id', w.id, 'taxpayerType', w.taxpayer_type, 'state', w.state,
        'firstName', w.first_name, 'lastName', w.last_name, 'middleName', w.middle_name)
        FROM workmen w WHERE w.person_id = p.id AND w.state <> 'DELETED') AS workman
    FROM people p WHERE p.id = ${actor.personId}`);
  if (!person) throw new AppError("unauthorized");
  const names = nameParts(actor.name);
  const role = (id: RoleId) => ({ id, title: ROLES[id].title });
  return {
    id: actor.personId,
    name: actor.name || actor.phone,
    firstName: (person.workman?.firstName ?? names.firstName) || null,
    lastName: (person.workman?.lastName ?? names.lastName) || null,
    middleName: (person.workman ? person.workman.middleName : names.middleName) || null,
    phone: actor.phone,
    email: person.email,
    city: person.city,
    picture: presentPicture(person.picture_id),
    logoPicture: null,
    accounts: person.accounts.map((account) => ({
      id: account.id,
      companyDetailsName: account.name,
      logoPicture: null,
      stateID: account.state,
      role: role(account.role),
    })),
    currentAccountID: actor.accountId,
    role: actor.role ? role(actor.role) : null,
    permissions: actor.role ? permissionsOf(actor.role) : [],
    projectIDs: actor.projectIds ? [...actor.projectIds] : null,
    isWorkman: actor.isWorkman,
    workman: person.workman
      ? {
          id: person.workman.id,
          taxpayerTypeID: person.workman.taxpayerType,
          state: { id: person.workman.state, title: WORKMAN_STATE.titles[person.workman.state] },
        }
      : null,
    isDemonstration: sandbox,
    registeredAt: person.created_at.toISOString(),
    draftKey: secrets.digest("drafts", String(actor.personId)).toString("hex"),
  };
}

/** Last name first; a single word is a first name. */
export function nameParts(name: string): {
  lastName: string;
  firstName: string;
  middleName: string;
} {
  const words = name.split(" ").filter(Boolean);
  if (words.length < 2) return { lastName: "", firstName: words[0] ?? "", middleName: "" };
  return {
    lastName: words[0] ?? "",
    firstName: words[1] ?? "",
    middleName: words.slice(2).join(" "),
  };
}
