import { createRequire } from "node:module";
import type PdfMake from "pdfmake";
import { conflict } from "#server/http/app-error.ts";
import { makeOnFirstUse } from "#server/work/make-on-first-use.ts";
import { workerModule } from "#server/work/worker-thread.ts";
import { readOnceInThread, type ThreadLine } from "./read-in-thread.ts";

export type PdfContent = string | PdfContent[] | { readonly [key: string]: unknown };

const resolve = createRequire(import.meta.url).resolve;
const font = (name: string) => resolve(`pdfmake/fonts/Roboto/Roboto-${name}.ttf`);
// Has Cyrillic and the ruble sign, and maps to Unicode, so text can be searched.
const FONTS = {
  Roboto: {
    normal: font("Regular"),
    bold: font("Medium"),
    italics: font("Italic"),
    bolditalics: font("MediumItalic"),
  },
};

const loadPdfMake = makeOnFirstUse(async (): Promise<typeof PdfMake> => {
  const { default: pdfMake } = await import("pdfmake");
  pdfMake.setFonts(FONTS);
  // Fetches no URL, reads no other file.
  pdfMake.setUrlAccessPolicy(() => false);
  pdfMake.setLocalAccessPolicy((path) => Object.values(FONTS.Roboto).includes(path));
  return pdfMake;
});

export interface PdfDocument {
  readonly title: string;
  readonly createdAt: Date;
  readonly content: readonly PdfContent[];
}

/** Equal input gives equal text; bytes may differ by library version. */
export async function renderPdf({ title, createdAt, content }: PdfDocument): Promise<Buffer> {
  const pdfMake = await loadPdfMake();
  return pdfMake
    .createPdf({
      pageSize: "A4",
      pageMargins: [56, 48, 42, 56],
      language: "ru-RU",
      info: { title, creationDate: createdAt },
      defaultStyle: { font: "Roboto", fontSize: 10, lineHeight: 1.25 },
      styles: {
        title: { fontSize: 15, bold: true, alignment: "center" },
        label: { bold: true },
        small: { fontSize: 8, color: "#444444" },
      },
      footer: (page: number, pages: number) => ({
        text: `${title} · страница ${page} из ${pages}`,
        style: "small",
        alignment: "center",
        margin: [0, 20, 0, 0],
      }),
      content,
    })
    .getBuffer();
}

/**
 * In a thread: the longest text takes twelve seconds.
 *
 * @throws AppError `conflict` - too long.
 */
export async function renderForeignPdf(document: PdfDocument, line: ThreadLine): Promise<Buffer> {
  const module = workerModule(import.meta.url, "pdf-worker");
  const { buffer } = await readOnceInThread<PdfDocument, Uint8Array<ArrayBuffer>>(
    line,
    { module, input: document },
    () =>
      conflict(
        "Документ слишком большой, чтобы собрать из него PDF. Сократите текст шаблона и загрузите его снова",
      ),
  );
  return Buffer.from(buffer);
}
