import { formatDate, moscowDate, moscowTime } from "#contract/values/calendar-date.ts";
import { countOf, ROWS } from "#contract/values/plural.ts";
import { toast } from "#web/ui/toasts.ts";

const SUM = /^([+−-]?)([\d\s]+(?:,\d+)?)\s₽$/;

/** The selected or visible rows for a spreadsheet: sums as numbers. */
export async function copyRows(list: Element): Promise<void> {
  const heads = [...list.querySelectorAll(".ant-table-thead th")];
  // Columns of checkboxes and commands have no header text.
  const columns = heads.flatMap((head, index) => (textOf(head) === "" ? [] : [index]));
  const chosen = [...list.querySelectorAll(".ant-table-row-selected")];
  const rows = chosen.length > 0 ? chosen : [...list.querySelectorAll(".ant-table-row")];
  const folded = [...list.querySelectorAll<HTMLElement>("[data-folded]")];
  const lines = [heads, ...rows.map((row) => [...row.children])].map((cells) =>
    [
      ...folded.map((one) => (cells === heads ? (one.dataset.folded ?? "") : textOf(one))),
      ...columns.map((index) => textOf(cells[index])),
    ].join("\t"),
  );
  try {
    await navigator.clipboard.writeText(lines.join("\n"));
    toast({
      type: "success",
      message: `Скопировано: ${countOf(rows.length, ROWS)}`,
    });
  } catch {
    toast({
      type: "error",
      message: "Браузер не дал скопировать. Разрешите сайту доступ к буферу обмена",
    });
  }
}

/** Without screen-reader text and dashes of empty cells. */
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

/** Moscow time: «20.11.2026 18:05» for «вчера в 18:05». */
function exactly({ dateTime, textContent }: HTMLTimeElement): string {
  const at = new Date(dateTime);
  const day = formatDate(moscowDate(at));
  return textContent?.includes(":") ? `${day} ${moscowTime(at)}` : day;
}
