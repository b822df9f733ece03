import { CSV } from "#contract/kernel/uploads.ts";
import { parseAmount } from "#contract/values/money.ts";
import type { App } from "#server/app.ts";
import { callAs } from "./demo-session.ts";

const PATH = "/client-api/mass-arbitrate";

/** New sums in turn, percent of the current one; the second row has an unknown reason. */
const CHANGES = [
  {
    percent: 115n,
    reason: "Доплата за дополнительные работы",
    comment: "Разгрузили и вещи из второго контейнера",
  },
  { percent: 90n, reason: "Договорились по телефону", comment: "" },
] as const;

/** Exported, edited and uploaded; the import waits with one finding. */
export async function seedDemoMassChange(
  app: App,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const { id } = await callAs(app, headers, "POST", `${PATH}/export/add`, { format: "csv" });
  await app.tasks.runUntilIdle();
  const file = await app.http.inject({ url: `${PATH}/export/${id}`, headers });
  if (file.statusCode !== 200)
    throw new Error(`demonstration: the export of offers was not made: ${file.body}`);
  const form = new FormData();
  form.append(
    "file",
    new Blob([edited(new TextDecoder("windows-1251").decode(file.rawPayload))], { type: CSV }),
    "Изменение выплат за неделю.csv",
  );
  await callAs(app, headers, "POST", `${PATH}/import`, form);
  await app.tasks.runUntilIdle();
}

/** As in a spreadsheet. These texts need no quotes. */
function edited(csv: string): string {
  const [header = [], ...rows] = csv
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(";"));
  const at = (title: string) => header.findIndex((one) => one.startsWith(title));
  for (const [index, { percent, reason, comment }] of CHANGES.entries()) {
    const row = rows[index];
    const amount = parseAmount(row?.[at("Текущая сумма")] ?? "");
    if (!row || !amount.ok) throw new Error("demonstration: too few offers to change");
    row[at("Новая сумма")] = String((amount.kopecks * percent) / 10_000n);
    row[at("Причина")] = reason;
    row[at("Комментарий")] = comment;
  }
  return [header, ...rows].map((row) => row.join(";")).join("\r\n");
}
