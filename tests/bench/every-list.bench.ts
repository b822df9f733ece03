import fastify from "fastify";
import { ALL_ENDPOINTS } from "#contract/endpoint-catalogue.ts";
import { API_BASES } from "#contract/kernel/api-bases.ts";
import { buildTestApp } from "#tests/support/build-app.ts";
import { makePayrollScene } from "#tests/support/payroll-scene.ts";
import { EVERY_LIST, type Asking, type Subjects } from "./every-list.ts";
import { atMost, type Figure } from "./figure.ts";
import { fillCompany } from "./fill-company.ts";
import { freshDatabase } from "./fresh-database.ts";
import { sized } from "./size.ts";

const ROWS = Number(process.env["P10_ROWS"] ?? sized(100_000, 60));
const CLIENTS = sized(10, 1);
const WARM_UP_MS = sized(400, 1);
const ROUND_MS = Number(process.env["P10_MS"] ?? sized(1500, 2));
const MY_INFO = "auth.myInfo";

/**
 * P10: `my-info` and every list of a company with `ROWS` of each noun, ten connections, beside a
 * bare route that answers the same bytes by one row.
 */
export async function everyListFigures(): Promise<Figure[]> {
  const database = await freshDatabase();
  const product = await buildTestApp({ database });
  const pool = database.barePool(10);
  const bare = fastify();
  try {
    const scene = await makePayrollScene(database.kysely, { rows: ROWS });
    const { subjects, ownerPhone, workmanPhone } = await fillCompany(database.pool, scene, ROWS);
    await database.pool.query("CREATE TABLE bench_answers (id text PRIMARY KEY, body text)");
    bare.get<{ Params: { id: string } }>("/:id", async (request, reply) => {
      const { rows } = await pool.query<{ body: string }>({
        name: "answer",
        text: "SELECT body FROM bench_answers WHERE id = $1",
        values: [request.params.id],
      });
      return reply.header("content-type", "application/json").send(rows[0]?.body);
    });
    const ours = await product.http.listen({ host: "127.0.0.1", port: 0 });
    const theirs = await bare.listen({ host: "127.0.0.1", port: 0 });
    const headers: Record<Asking, Record<string, string>> = {
      owner: await product.signIn(ownerPhone),
      workman: await product.signIn(workmanPhone),
      guest: {},
    };
    const figures: Figure[] = [];
    const only = process.env["P10_ONLY"]?.split(",");
    for (const id of [MY_INFO, ...Object.keys(EVERY_LIST)]) {
      if (only && !only.includes(id)) continue;
      const asked = EVERY_LIST[id] ?? { as: "owner" };
      const request = {
        url: ours + pathOf(id, asked, subjects),
        headers: headers[asked.as],
        method: methodOf(id),
      };
      const answer = await ask(request);
      await database.pool.query("INSERT INTO bench_answers VALUES ($1, $2)", [id, answer]);
      const [own, other] = await compare(request, { url: `${theirs}/${id}` });
      figures.push(
        atMost(
          id === MY_INFO ? "P10-my-info" : "P10",
          `${id}: ${(answer.length / 1024).toFixed(1)} КБ, голый ответ теми же байтами одной строкой`,
          own,
          other,
          id === MY_INFO ? 3 : 5,
        ),
      );
    }
    return figures;
  } finally {
    await product.close();
    await bare.close();
    await pool.end();
    await database.drop();
  }
}

interface Request {
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly method?: string;
}

/** Milliseconds an answer with ten asking at once, by turns so that a slow moment hits both. */
async function compare(own: Request, other: Request): Promise<[number, number]> {
  const times: [number, number][] = [];
  await msPerAnswer(own, WARM_UP_MS);
  await msPerAnswer(other, WARM_UP_MS);
  for (let round = 0; round < 2; round += 1)
    times.push([await msPerAnswer(own, ROUND_MS / 2), await msPerAnswer(other, ROUND_MS / 2)]);
  return [mean(times.map(([one]) => one)), mean(times.map(([, one]) => one))];
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

async function msPerAnswer(request: Request, forMs: number): Promise<number> {
  const started = performance.now();
  let done = 0;
  const client = async () => {
    while (performance.now() - started < forMs) {
      await ask(request);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return (performance.now() - started) / done;
}

async function ask({ url, headers = {}, method = "GET" }: Request): Promise<string> {
  const answer = await fetch(url, {
    method,
    headers: method === "GET" ? headers : { ...headers, "content-type": "application/json" },
    ...(method === "GET" ? {} : { body: "{}" }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`);
  return text;
}

function endpointOf(id: string) {
  const endpoint = ALL_ENDPOINTS.find((one) => one.id === id);
  if (!endpoint) throw new Error(`no endpoint ${id}`);
  return endpoint;
}

const methodOf = (id: string) => endpointOf(id).method;

function pathOf(id: string, asked: (typeof EVERY_LIST)[string], subjects: Subjects): string {
  const { base, path } = endpointOf(id);
  const query = Object.entries(asked.query ?? {}).map(([name, of]) => `&${name}=${subjects[of]}`);
  const filled = asked.of ? path.replace("{id}", String(subjects[asked.of])) : path;
  const paging = id === MY_INFO ? "" : `?perPage=30${query.join("")}${asked.asked ?? ""}`;
  return `${API_BASES[base].prefix}${filled}${paging}`;
}
