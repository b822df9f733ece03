import { readFileSync } from "node:fs";
import { join } from "node:path";

export type SpecList = "calls" | "routes" | "modals" | "notices";

/** Rows of a list: column name → text. */
export function specList(name: SpecList): Record<string, string>[] {
  const text = readFileSync(join(import.meta.dirname, "spec", `${name}.tsv`), "utf8");
  const [header = "", ...lines] = text.split("\n").filter((line) => line.trim() !== "");
  const columns = header.split("\t");
  return lines.map((line) => {
    const cells = line.split("\t");
    return Object.fromEntries(columns.map((column, index) => [column, cells[index]?.trim() ?? ""]));
  });
}
