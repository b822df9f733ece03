import createClient from "openapi-fetch";
import type { paths as ClientPaths } from "./client-api.js";
import type { paths as EdocPaths } from "./edoc-api.js";
import type { paths as OpenPaths } from "./open-api.js";

interface Settings {
  readonly origin: string;
  readonly key: string;
  /** Waits a moment before the state is asked for again. */
  readonly pause: () => Promise<void>;
}

function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

/** Gives the answer, or throws what the server has said. */
function ok<Data>({
  data,
  error,
  response,
}: {
  data?: Data;
  error?: unknown;
  response: Response;
}): Data {
  if (data === undefined) throw new Error(`${response.status} ${JSON.stringify(error)}`);
  return data;
}

/**
 * The quick start of `/api-docs` as an integrator writes it: with types made of `openapi.json` by
 * openapi-typescript. It is compiled by `tests/contract/openapi.test.ts` and walked by
 * `tests/server/http/api-quick-start.test.ts`.
 */
export async function quickStart({ origin, key, pause }: Settings) {
  const headers = { Authorization: `Bearer ${key}` };
  const open = createClient<OpenPaths>({ baseUrl: `${origin}/open-api`, headers });
  const client = createClient<ClientPaths>({ baseUrl: `${origin}/client-api`, headers });
  const edoc = createClient<EdocPaths>({ baseUrl: `${origin}/edoc-api`, headers });

  // 2. The key fits.
  const company = ok(await client.GET("/account/my-info"));

  // 3. Workers the company works with.
  const employees = ok(
    await open.GET("/v1/employees", { params: { query: { states: ["ACTIVE"], perPage: 100 } } }),
  );

  // 4. A payroll for two of them: the template filled by the server goes back as a file.
  const services = ok(await client.GET("/service/list"));
  const template = ok(
    await open.GET("/v1/payroll-registries/filled-template", {
      params: {
        query: {
          accountEmployeeIDs: employees.items.slice(0, 2).map(({ id }) => id),
          serviceID: services.items[0]?.id,
          amount: 1500.5,
          workStart: dayBefore(20),
          workEnd: dayBefore(11),
          format: "csv",
        },
      },
      parseAs: "blob",
    }),
  );
  const upload = async () =>
    ok(
      await open.POST("/v1/payroll-registries", {
        params: { header: { "Idempotency-Key": "quick-start-1" } },
        body: { file: "", title: "Быстрый старт" },
        bodySerializer: ({ title }) => {
          const form = new FormData();
          form.set("title", title ?? "");
          form.set("file", template as unknown as Blob, "реестр.csv");
          return form;
        },
      }),
    );
  const { id } = await upload();
  const { id: repeatedId } = await upload();

  // 5. Until it is checked; then its errors.
  let registry = ok(await open.GET("/v1/payroll-registries/{id}", { params: { path: { id } } }));
  for (
    let tries = 0;
    tries < 60 && ["UPLOADED", "VALIDATING"].includes(registry.state.id);
    tries += 1
  ) {
    await pause();
    registry = ok(await open.GET("/v1/payroll-registries/{id}", { params: { path: { id } } }));
  }
  const errors = ok(
    await open.GET("/v1/payroll-registries/{id}/errors", { params: { path: { id } } }),
  );

  // 6. Results, page by page, and a table of receipts.
  const payoutIds: number[] = [];
  let total = 0;
  for (let page = 1, lastPage = 1; page <= lastPage; page += 1) {
    const { items, meta } = ok(
      await open.GET("/v1/payouts", { params: { query: { page, perPage: 100 } } }),
    );
    payoutIds.push(...items.map((payout) => payout.id));
    lastPage = meta.lastPage;
    total = meta.total;
  }
  const order = {
    types: ["RECEIPTS" as const],
    periodStart: dayBefore(30),
    periodEnd: dayBefore(0),
    format: "csv" as const,
  };
  const table = ok(
    await open.POST("/v1/universal-exports", {
      params: { header: { "Idempotency-Key": "quick-start-2" } },
      body: order,
    }),
  );

  // Errors: fields of a 422, a code for programs of the others.
  const tooLong = await open.POST("/v1/universal-exports", {
    params: { header: {} },
    body: { ...order, periodEnd: dayBefore(-800) },
  });
  const anotherBody = await open.POST("/v1/universal-exports", {
    params: { header: { "Idempotency-Key": "quick-start-2" } },
    body: { ...order, format: "xlsx" },
  });
  const documents = ok(await edoc.GET("/documents"));
  // A key is the company's, so a person's own affairs are not its business.
  const notForKeys = await client.GET("/user/my-info");

  return {
    company,
    employees,
    registry,
    repeatedId,
    errors,
    payoutIds,
    total,
    table,
    tooLong: tooLong.error,
    anotherBody: anotherBody.error,
    documents,
    notForKeys: notForKeys.error,
  };
}
