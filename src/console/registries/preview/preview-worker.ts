import type { PreviewAnswer, PreviewQuestion } from "./preview-messages.ts";
import { previewRulesOf } from "./preview-rules.ts";
import { PreviewSession } from "./preview-session.ts";
import { readTextTable } from "./read-text-table.ts";
import { readWorkbook } from "./read-workbook.ts";
import { sniffTable } from "./sniff-table.ts";
import { PreviewError } from "./table-rows.ts";

/** Rows shown before the rest is read. */
const FIRST_ROWS = 20;
const REPORT_EVERY_MS = 100;

declare const self: DedicatedWorkerGlobalScope;

let openId = 0;
let session: PreviewSession | null = null;

self.addEventListener("message", ({ data }: MessageEvent<PreviewQuestion>) => {
  if (data.kind === "open") void open(data);
  else if (data.openId === openId && session) {
    answer({
      kind: "window",
      openId,
      requestId: data.requestId,
      rows: session.window(data.from, data.count, data.onlyWithFindings),
    });
  }
});

async function open({
  openId: id,
  registry,
  file,
  today,
  isPasted,
}: Extract<PreviewQuestion, { kind: "open" }>): Promise<void> {
  openId = id;
  session = null;
  let isHeadSent = false;
  let sentAt = 0;
  const postHead = (current: PreviewSession) => {
    const head = current.head();
    if (isHeadSent || head === null) return;
    isHeadSent = true;
    sentAt = performance.now();
    answer({
      kind: "head",
      openId: id,
      head,
      rows: current.window(0, FIRST_ROWS, false),
      totals: current.totals(),
    });
  };
  try {
    const shape = await sniffTable(file);
    if (openId !== id) return;
    const current = new PreviewSession(shape, previewRulesOf(registry, today), {
      mayLackHeader: isPasted,
    });
    session = current;
    for await (const piece of shape.kind === "workbook"
      ? readWorkbook(file)
      : readTextTable(file, shape)) {
      if (openId !== id) return;
      current.add(piece);
      // The first piece is short, so rows appear early.
      postHead(current);
      if (isHeadSent && performance.now() - sentAt > REPORT_EVERY_MS) {
        sentAt = performance.now();
        answer({ kind: "totals", openId: id, totals: current.totals(), isDone: false });
        // Yields to the message queue, so that row requests are answered in between.
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
    }
    current.finish();
    postHead(current);
    answer({ kind: "totals", openId: id, totals: current.totals(), isDone: true });
  } catch (error) {
    if (openId !== id) return;
    const known =
      error instanceof PreviewError
        ? error
        : new PreviewError("Предпросмотр недоступен: строки прочитает сервер", false);
    answer({ kind: "failed", openId: id, message: known.message, isFinal: known.isFinal });
  }
}

function answer(message: PreviewAnswer): void {
  self.postMessage(message);
}
