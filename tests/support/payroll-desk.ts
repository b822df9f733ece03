import type { Response as InjectResponse } from "light-my-request";
import {
  PAYROLL_COLUMNS,
  type PayrollColumnKey,
} from "#contract/registries/kinds/payroll-columns.ts";
import type {
  PayrollDryRun,
  PayrollInfo,
  PayrollItem,
} from "#contract/registries/payroll-registry.ts";
import type { Registry, FindingSummary } from "#contract/registries/registry.ts";
import { multipartForm } from "#tests/support/multipart.ts";
import type { TestApp } from "#tests/support/build-app.ts";
import { codeOn } from "#tests/support/codes.ts";

const ROOT = "/open-api/v1";

/** The payroll screens by the console's calls. */
export class PayrollDesk {
  readonly #product: TestApp;
  readonly #phone: string;

  constructor(product: TestApp, phone: string) {
    this.#product = product;
    this.#phone = phone;
  }

  async call(
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    body?: object,
  ): Promise<InjectResponse> {
    const headers = await this.#product.signIn(this.#phone);
    return this.#product.http.inject({
      method,
      url: `${ROOT}${path}`,
      headers,
      ...(body ? { payload: body } : {}),
    });
  }

  /** Until the tax service has answered. */
  async dryRun(id: number, body: object = {}): Promise<InjectResponse> {
    const path = `/payroll-registries/${id}/dry-run`;
    const first = await this.call("POST", path, body);
    if (!first.json<Partial<PayrollDryRun>>().taxCheck?.isWaiting) return first;
    await this.#product.runTasksUntilIdle();
    return this.call("POST", path, body);
  }

  async send(
    path: string,
    data: Buffer | string,
    fields: Record<string, string> = {},
    fileName = "реестр.csv",
  ): Promise<InjectResponse> {
    const form = multipartForm({ ...fields, file: { fileName, data } });
    return this.#product.http.inject({
      method: "POST",
      url: `${ROOT}${path}`,
      headers: { ...(await this.#product.signIn(this.#phone)), ...form.headers },
      payload: form.payload,
    });
  }

  async paste(
    path: string,
    text: Buffer | string,
    fields: Record<string, string> = {},
  ): Promise<InjectResponse> {
    const form = multipartForm({
      ...fields,
      text: { fileName: "blob", contentType: "text/plain", data: text },
    });
    return this.#product.http.inject({
      method: "POST",
      url: `${ROOT}${path}`,
      headers: { ...(await this.#product.signIn(this.#phone)), ...form.headers },
      payload: form.payload,
    });
  }

  /**
   * And validates.
   *
   * @throws Error when refused.
   */
  async upload(data: Buffer | string, fields: Record<string, string> = {}): Promise<number> {
    const response = await this.send("/payroll-registries", data, fields);
    if (response.statusCode !== 200)
      throw new Error(`upload answered ${response.statusCode}: ${response.body}`);
    await this.#product.runTasksUntilIdle();
    return response.json<{ id: number }>().id;
  }

  /**
   * By code.
   *
   * @throws Error when refused.
   */
  async execute(id: number, version = 1): Promise<void> {
    const terms = { version, mode: "VALID_ONLY" };
    await this.#done("send-execute-code", id, terms);
    const otp = await codeOn(this.#product, this.#phone);
    const response = await this.start(id, { ...terms, otp });
    if (response.statusCode !== 200)
      throw new Error(`execute answered ${response.statusCode}: ${response.body}`);
  }

  /** Rows of tests repeat: what looks paid before is confirmed as it is told. */
  async start(id: number, body: object): Promise<InjectResponse> {
    const path = `/payroll-registries/${id}/execute`;
    const first = await this.call("POST", path, body);
    const { repeats } = first.json<{ repeats?: object }>();
    return repeats ? this.call("POST", path, { ...body, confirmedRepeats: repeats }) : first;
  }

  async cancel(id: number): Promise<InjectResponse> {
    const { version, state } = await this.registry(id);
    return this.call("POST", `/payroll-registries/${id}/cancel`, { version, stateID: state.id });
  }

  async undo(id: number): Promise<InjectResponse> {
    const { version, lastCancelAt } = await this.info(id);
    return this.call("POST", `/payroll-registries/${id}/undo`, {
      version,
      cancelUntil: lastCancelAt,
    });
  }

  async registry(id: number): Promise<Registry> {
    return (await this.call("GET", `/payroll-registries/${id}`)).json<Registry>();
  }

  async info(id: number): Promise<PayrollInfo> {
    return (await this.call("GET", `/payroll-registries/${id}/info`)).json<PayrollInfo>();
  }

  async items(
    id: number,
    query = "",
  ): Promise<{ items: PayrollItem[]; meta: { total: number; lastPage: number } }> {
    return (await this.call("GET", `/payroll-registries/${id}/items${query}`)).json<{
      items: PayrollItem[];
      meta: { total: number; lastPage: number };
    }>();
  }

  async findings(id: number): Promise<FindingSummary[]> {
    return (await this.call("GET", `/payroll-registries/${id}/errors`)).json<{
      items: FindingSummary[];
    }>().items;
  }

  async #done(action: string, id: number, body: object): Promise<void> {
    const response = await this.call("POST", `/payroll-registries/${id}/${action}`, body);
    if (response.statusCode !== 200)
      throw new Error(`${action} answered ${response.statusCode}: ${response.body}`);
  }
}

export type RowCells = Partial<Record<PayrollColumnKey, string>>;

/** Missing cells are empty. */
export function payrollCsv(
  rows: readonly RowCells[],
  extraColumns: Readonly<Record<string, string>> = {},
): string {
  const header = [...PAYROLL_COLUMNS.map(({ title }) => title), ...Object.keys(extraColumns)];
  const lines = rows.map((row) => [
    ...PAYROLL_COLUMNS.map(({ key }) => row[key] ?? ""),
    ...Object.values(extraColumns),
  ]);
  return [header, ...lines]
    .map((cells) =>
      cells
        .map((cell) => (/[";\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
        .join(";"),
    )
    .join("\r\n");
}
