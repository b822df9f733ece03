import { sql } from "kysely";
import { writeAudit, type SystemActor } from "#server/modules/audit-log/index.ts";
import type { Actor } from "#server/http/actor.ts";
import type { Secrets } from "#server/data/secrets.ts";
import type { Trx } from "#server/data/transaction.ts";
import { DEMO_ACCOUNTS, type DemoAccount, type DemoUser } from "./demo-accounts.ts";
import { seedAct } from "./seed-demo-acts.ts";
import { seedApiKeys } from "./seed-demo-api-keys.ts";
import { seedCompanies } from "./seed-demo-companies.ts";
import { seedExports } from "./seed-demo-exports.ts";
import { seedInvitations } from "./seed-demo-invitations.ts";
import { seedInvoices } from "./seed-demo-invoices.ts";
import { seedJobs } from "./seed-demo-jobs.ts";
import { seedNotices } from "./seed-demo-notices.ts";
import { seedReviews } from "./seed-demo-reviews.ts";
import { seedWebhooks } from "./seed-demo-webhooks.ts";
import { seedTies } from "./seed-demo-ties.ts";
import { seedWorkmen } from "./seed-demo-workmen.ts";

const DAY_MS = 86_400_000;

/** Source: `architecture.md` §6. */
export async function seedDemo(trx: Trx, now: Date, secrets: Secrets): Promise<void> {
  const people = await addPeople(trx, now);
  const accounts: { id: number; projects: Map<string, number> }[] = [];
  for (const account of DEMO_ACCOUNTS) accounts.push(await addAccount(trx, account, people, now));
  const workmen = await seedWorkmen(trx, now, secrets);
  const companies = await seedCompanies(trx, now);
  const [first, second] = accounts;
  if (!first || !second) throw new Error("the demonstration needs two accounts");
  await seedTies(
    trx,
    { first: first.id, second: second.id, project: first.projects.values().next().value as number },
    workmen,
    now,
  );
  const customers = {
    accounts: { warehouse: first.id, cleaning: second.id, ...companies },
    projects: new Map([...first.projects, ...second.projects]),
    authors: new Map(
      [first, second].map(({ id }, index) => [
        id,
        people.get(DEMO_ACCOUNTS[index]?.users[0]?.phone ?? "") as number,
      ]),
    ),
  };
  await seedReviews(trx, await seedJobs(trx, customers, workmen, now));
  await seedAct(trx, first.id, now);
  await seedExports(
    trx,
    [first, second].map(({ id }) => ({ id, ownerId: customers.authors.get(id) as number })),
    now,
  );
  await seedApiKeys(
    trx,
    [first, second].map(({ id }) => ({ id, ownerId: customers.authors.get(id) as number })),
    now,
  );
  await seedWebhooks(
    trx,
    secrets,
    [first, second].map(({ id }) => ({ id, ownerId: customers.authors.get(id) as number })),
    now,
  );
  await seedInvitations(trx, secrets, {
    accountId: first.id,
    accountName: DEMO_ACCOUNTS[0]?.shortName ?? "",
    job: "Собрать 400 интернет-заказов к распродаже",
    workmen,
    now,
  });
  await seedNotices(trx, {
    accounts: [first.id, second.id],
    financeManager: people.get("79000000003") as number,
    workmen,
    now,
  });
}

async function addPeople(trx: Trx, now: Date): Promise<Map<string, number>> {
  const users = [
    ...new Map(
      DEMO_ACCOUNTS.flatMap((account) =>
        account.users.map((user) => [user.phone, { ...user, city: account.city }] as const),
      ),
    ).values(),
  ];
  const { rows } = await sql<{ id: number; phone: string }>`
    INSERT INTO people (phone, name, email, city_id, created_at)
    SELECT g.phone, g.name, g.email, c.id, ${new Date(now.getTime() - 240 * DAY_MS)}::timestamptz
    FROM unnest(${users.map((one) => one.phone)}::text[], ${users.map((one) => one.name)}::text[],
      ${users.map((one) => `demo-${one.phone.slice(-2)}@company.example`)}::text[],
      ${users.map((one) => one.city)}::text[]) WITH ORDINALITY AS g(phone, name, email, city, no)
    LEFT JOIN cities c ON c.title = g.city ORDER BY g.no RETURNING id, phone`.execute(trx);
  return new Map(rows.map((row) => [row.phone, row.id]));
}

async function addAccount(
  trx: Trx,
  account: DemoAccount,
  people: ReadonlyMap<string, number>,
  now: Date,
): Promise<{ id: number; projects: Map<string, number> }> {
  const createdAt = new Date(now.getTime() - 240 * DAY_MS);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO accounts (state, legal_form, inn, kpp, ogrn, short_name, full_name, legal_address,
      email, phone, about, city_id, trusted, contract_number, contract_date, register_name, created_at,
      director_name, director_position, bank_name, bank_bik, cor_account_number, account_number)
    VALUES ('ACTIVE', 'LEGAL_ENTITY', ${account.inn}, ${account.kpp}, ${account.ogrn},
      ${account.shortName}, ${account.fullName}, ${account.address}, ${account.email},
      ${account.phone},
      ${account.about}, (SELECT id FROM cities WHERE title = ${account.city} LIMIT 1), true,
        ${account.contractNumber}, ${account.contractDate}::date, ${account.shortName}, ${createdAt},
        ${account.directorName}, ${account.directorPosition}, ${account.bankName},
        ${account.bankBik}, ${account.corAccountNumber}, ${account.accountNumber})
    RETURNING id`.execute(trx);
  const id = rows[0]?.id as number;
  const projects = await sql<{ id: number; title: string }>`
    INSERT INTO projects (account_id, title, created_at)
    SELECT ${id}, title, ${createdAt}::timestamptz
    FROM unnest(${account.projects}::text[]) AS title
    RETURNING id, title`.execute(trx);
  await sql`
    INSERT INTO job_tags (account_id, title)
    SELECT ${id}, title
    FROM unnest(${account.tags}::text[]) AS title`.execute(trx);
  const projectIds = new Map(projects.rows.map((row) => [row.title, row.id]));
  await addUsers(trx, id, account.users, people, projectIds, createdAt);
  await writeJournal(trx, id, account, people, projectIds, createdAt);
  const authorId = people.get(account.users[0]?.phone ?? "") as number;
  await seedInvoices(
    trx,
    {
      accountId: id,
      inn: account.inn,
      name: account.shortName,
      contractNumber: account.contractNumber,
      authorId,
      openingKopecks: account.openingKopecks,
    },
    now,
  );
  return { id, projects: projectIds };
}

async function addUsers(
  trx: Trx,
  accountId: number,
  users: readonly DemoUser[],
  people: ReadonlyMap<string, number>,
  projects: ReadonlyMap<string, number>,
  at: Date,
): Promise<void> {
  for (const user of users) {
    const limitedTo =
      user.projects.length > 0 ? user.projects.map((title) => projects.get(title) as number) : null;
    await sql`
      INSERT INTO account_users (account_id, person_id, role, project_ids, created_at)
      VALUES (${accountId}, ${people.get(user.phone)}, ${user.role}, ${limitedTo}::integer[], ${at})`.execute(
      trx,
    );
  }
}

const MODERATOR: SystemActor = { type: "moderator", name: "Модератор площадки" };

async function writeJournal(
  trx: Trx,
  id: number,
  account: DemoAccount,
  people: ReadonlyMap<string, number>,
  projects: ReadonlyMap<string, number>,
  at: Date,
): Promise<void> {
  const owner = account.users[0];
  if (!owner) return;
  const actor: Actor = {
    personId: people.get(owner.phone) as number,
    sessionId: "",
    phone: owner.phone,
    name: owner.name,
    accountId: id,
    role: owner.role,
    projectIds: null,
    workmanId: null,
    isWorkman: false,
  };
  let minutes = 0;
  const next = () => new Date(at.getTime() + (minutes += 7) * 60_000);
  await writeAudit(
    trx,
    MODERATOR,
    null,
    {
      event: "account.state_changed",
      accountId: id,
      object: { type: "account", id, title: account.shortName },
      before: { state: "MODERATION" },
      after: { state: "ACTIVE" },
    },
    next(),
  );
  for (const [title, projectId] of projects)
    await writeAudit(
      trx,
      actor,
      null,
      { event: "project.created", object: { type: "project", id: projectId, title } },
      next(),
    );
  for (const user of account.users.slice(1)) {
    const object = { type: "user", id: people.get(user.phone) as number, title: user.name };
    await writeAudit(
      trx,
      actor,
      null,
      { event: "user.invited", object, after: { role: user.role } },
      next(),
    );
  }
}
