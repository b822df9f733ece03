import { serveWorker } from "#server/work/worker-thread.ts";
import { renderPdf, type PdfDocument } from "./render-pdf.ts";

serveWorker<PdfDocument, Uint8Array<ArrayBuffer>>(
  async function* render(document) {
    yield new Uint8Array(await renderPdf(document));
  },
  ({ buffer }) => [buffer],
);
