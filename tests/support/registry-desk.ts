import type { Response as InjectResponse } from "light-my-request";
import type { RegistryColumn } from "#contract/registries/registry-columns.ts";
import { REGISTRY_KINDS, type RegistryKindName } from "#contract/registries/registry-kinds.ts";
import type {
  Registry,
  FindingSummary,
  RegistryDryRun,
  RegistryInfo,
} from "#contract/registries/registry.ts";
import type { TestApp } from "#tests/support/build-app.ts";
import { codeOn } from "#tests/support/codes.ts";
import { multipartForm } from "#tests/support/multipart.ts";

/** Lists of the specification; other calls are under `/open-api/v1/<kind>-registries`. */
const LISTS: Readonly<Record<RegistryKindName, string>> = {
  payroll: "/open-api/v1/payroll-registries",
  job: "/client-api/job/registries",
  workman: "/client-api/workman-registry",
  "workman-registration": "/client-api/workman/registries",
};

/** In any kind. */
export interface DeskItem {
  readonly id: number;
  readonly rowNo: number;
  readonly line: number;
  readonly cells: Record<string, string>;
  readonly errors: { column: string; cause: string; message: string }[];
  readonly warnings: { column: string; cause: string; message: string }[];
  readonly healedColumns: string[];
  readonly state: { id: string };
  readonly result: string | null;
  readonly values: Record<string, string | number | null>;
  readonly workman: { id: number; name: string } | null;
  readonly jobs?: { id: number; title: string }[];
  readonly employeeID?: number | null;
  readonly invitation?: { id: number; state: { id: string } } | null;
}

/** A kind's screens by the console's calls. */
export class RegistryDesk {
  readonly path: string;
  readonly #product: TestApp;
  readonly #kind: RegistryKindName;
  readonly #phone: string;

  constructor(product: TestApp, kind: RegistryKindName, phone: string) {
    this.#product = product;
    this.#kind = kind;
    this.#phone = phone;
    this.path = `/open-api/v1/${REGISTRY_KINDS[kind].resource}`;
  }

  async call(
    method: "GET" | "POST" | "PUT" | "DELETE",
    url: string,
    body?: object,
  ): Promise<InjectResponse> {
    return this.#product.http.inject({
      method,
      url,
      headers: await this.#product.signIn(this.#phone),
      ...(body ? { payload: body } : {}),
    });
  }

  async send(
    data: Buffer | string,
    {
      path = "",
      fileName = "реестр.csv",
      fields = {},
    }: { path?: string; fileName?: string; fields?: Record<string, string> } = {},
  ): Promise<InjectResponse> {
    return this.#form(path, { ...fields, file: { fileName, data } });
  }

  async paste(
    text: string,
    path = "/paste",
    fields: Record<string, string> = {},
  ): Promise<InjectResponse> {
    return this.#form(path, {
      ...fields,
      text: { fileName: "blob", contentType: "text/plain", data: text },
    });
  }

  async #form(path: string, parts: Parameters<typeof multipartForm>[0]): Promise<InjectResponse> {
    const form = multipartForm(parts);
    return this.#product.http.inject({
      method: "POST",
      url: `${this.path}${path}`,
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
    const response = await this.send(data, { fields });
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
  async confirm(id: number, mode: "VALID_ONLY" | "ALL" = "VALID_ONLY"): Promise<void> {
    const { version } = await this.registry(id);
    await this.#done(`/${id}/send-execute-code`, { version, mode });
    await this.#done(`/${id}/execute`, {
      version,
      mode,
      otp: await codeOn(this.#product, this.#phone),
    });
  }

  async execute(id: number, mode: "VALID_ONLY" | "ALL" = "VALID_ONLY"): Promise<void> {
    await this.confirm(id, mode);
    await this.#product.runTasksUntilIdle();
  }

  async #done(path: string, body: object): Promise<void> {
    const response = await this.call("POST", `${this.path}${path}`, body);
    if (response.statusCode !== 200)
      throw new Error(`${path} answered ${response.statusCode}: ${response.body}`);
  }

  async list(): Promise<Registry[]> {
    return (await this.call("GET", LISTS[this.#kind])).json<{ items: Registry[] }>().items;
  }

  async registry(id: number): Promise<Registry> {
    return (await this.call("GET", `${LISTS[this.#kind]}/${id}`)).json<Registry>();
  }

  async info(id: number): Promise<RegistryInfo> {
    return (await this.call("GET", `${this.path}/${id}/info`)).json<RegistryInfo>();
  }

  async items(id: number, query = ""): Promise<DeskItem[]> {
    const root = this.#kind === "workman" ? LISTS.workman : this.path;
    return (await this.call("GET", `${root}/${id}/items${query}`)).json<{ items: DeskItem[] }>()
      .items;
  }

  async findings(id: number): Promise<FindingSummary[]> {
    return (await this.call("GET", `${this.path}/${id}/errors`)).json<{ items: FindingSummary[] }>()
      .items;
  }

  async dryRun(id: number, mode = "VALID_ONLY"): Promise<RegistryDryRun> {
    return (await this.call("POST", `${this.path}/${id}/dry-run`, { mode })).json<RegistryDryRun>();
  }

  async updateItem(itemId: number, cells: Record<string, string>): Promise<InjectResponse> {
    return this.call("PUT", `${this.path.replace(/ies$/, "y")}-items/${itemId}`, { cells });
  }
}

/** Missing cells are empty. */
export function registryCsv(
  kind: RegistryKindName,
  rows: readonly Readonly<Record<string, string>>[],
): string {
  const columns: readonly RegistryColumn[] = REGISTRY_KINDS[kind].columns;
  const lines = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ key }) => row[key] ?? "")),
  ];
  return lines
    .map((cells) =>
      cells
        .map((cell) => (/[";\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
        .join(";"),
    )
    .join("\r\n");
}
