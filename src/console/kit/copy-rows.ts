import { formatDate, moscowDate, moscowTime } from "#contract/values/calendar-date.ts";
import { countOf } from "#contract/values/plural.ts";
import { toast } from "#web/ui/toasts.ts";

/** A sum as lists write it. */
const SUM = /^([+−-]?)([\d\s]+(?:,\d+)?)\s₽$/;

/**
 * Copies the rows on the screen, or those of them that are chosen, as a spreadsheet takes them:
 * with their heads, cells divided by tabs, sums as numbers.
 */
export async function copyRows(list: Element): Promise<void> {
  const heads = [...list.querySelectorAll(".ant-table-thead th")];
  // The checkbox and the menu of commands have no words in their heads.
  const columns = heads.flatMap((head, index) => (textOf(head) === "" ? [] : [index]));
  const chosen = [...list.querySelectorAll(".ant-table-row-selected")];
  const rows = chosen.length > 0 ? chosen : [...list.querySelectorAll(".ant-table-row")];
  const lines = [heads, ...rows.map((row) => [...row.children])].map((cells) =>
    columns.map((index) => textOf(cells[index])).join("\t"),
  );
  try {
    await navigator.clipboard.writeText(lines.join("\n"));
    toast({
      type: "success",
      message: `Скопировано: ${countOf(rows.length, ["строка", "строки", "строк"])}`,
    });
  } catch {
    toast({
      type: "error",
      message: "Браузер не дал скопировать. Разрешите сайту доступ к буферу обмена",
    });
  }
}

/**
 * What the eye reads of a cell: words for screen readers and dashes of empty cells are not copied.
 */
function textOf(cell: Element | undefined): string {
  if (!cell) return "";
  const copy = cell.cloneNode(true) as Element;
  for (const hidden of copy.querySelectorAll(".hidden-text")) hidden.remove();
  for (const time of copy.querySelectorAll("time")) time.textContent = exactly(time);
  const text = (copy.textContent ?? "").replace(/[\s\u00A0]+/g, " ").trim();
  const sum = SUM.exec(text);
  return sum
    ? `${sum[1] === "−" ? "-" : (sum[1] ?? "").replace("+", "")}${sum[2]?.replace(/\s/g, "")}`
    : text === "—"
      ? ""
      : text;
}

/**
 * «20.11.2026 18:05» of Moscow where the screen says «вчера в 18:05»; the day alone where it shows
 * no more.
 */
function exactly({ dateTime, textContent }: HTMLTimeElement): string {
  const at = new Date(dateTime);
  const day = formatDate(moscowDate(at));
  return textContent?.includes(":") ? `${day} ${moscowTime(at)}` : day;
}
