import type Docxtemplater from "docxtemplater";
import type PizZip from "pizzip";
import { makeOnFirstUse } from "#server/work/make-on-first-use.ts";
import { DocxError } from "./docx-error.ts";
import type { DocxParts } from "./docx-parts.ts";

const loadTemplater = makeOnFirstUse(async () => {
  const [{ default: templater }, { default: zip }] = await Promise.all([
    import("docxtemplater"),
    import("pizzip"),
  ]);
  return { templater: templater as typeof Docxtemplater, zip: zip as typeof PizZip };
});

/** No expression is evaluated. */
export async function fillDocx(
  parts: DocxParts,
  values: Readonly<Record<string, string>>,
): Promise<Buffer> {
  const { templater, zip: Zip } = await loadTemplater();
  const zip = new Zip();
  for (const [name, content] of parts) zip.file(name, content);
  try {
    const document = new templater(zip, {
      delimiters: { start: "{{", end: "}}" },
      linebreaks: true,
      errorLogging: false,
      parser: (tag: string) => ({ get: () => values[normalField(tag)] ?? "" }),
      nullGetter: () => "",
    });
    document.render();
    return document.getZip().generate({ type: "nodebuffer", compression: "DEFLATE" }) as Buffer;
  } catch (error) {
    throw new DocxError("damaged", error);
  }
}

/** Word capitalizes a first letter by itself. */
export function normalField(name: string): string {
  return name.trim().toLowerCase();
}
