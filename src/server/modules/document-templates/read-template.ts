import type { DocumentBlock } from "#contract/document-templates/document-block.ts";
import {
  REQUIRED_TEMPLATE_FIELDS,
  TEMPLATE_FIELD,
  type TemplateField,
  type TemplateType,
} from "#contract/document-templates/template-fields.ts";
import { readBlocks } from "#server/files/docx/docx-blocks.ts";
import { readDocxPackage } from "#server/files/docx/docx-package.ts";
import type { DocxParts } from "#server/files/docx/docx-parts.ts";
import { fillDocx, normalField } from "#server/files/docx/fill-docx.ts";
import { placeholdersOf } from "#server/files/docx/placeholders.ts";

export interface ReadTemplate {
  readonly blocks: DocumentBlock[];
  readonly fields: TemplateField[];
  readonly problems: string[];
  /** `null` without problems. */
  readonly rejectReason: "UNKNOWN_FIELDS" | "MISSING_FIELDS" | null;
}

/**
 * In a thread.
 *
 * @throws DocxError for a malicious file; mistakes are reported.
 */
export async function readTemplate(path: string, type: TemplateType): Promise<ReadTemplate> {
  const parts = await readDocxPackage(path);
  const blocks = readBlocks(parts);
  const { names, unpaired } = placeholdersOf(parts);
  const known = names
    .map(normalField)
    .filter((name): name is TemplateField => TEMPLATE_FIELD.has(name));
  const fields = TEMPLATE_FIELD.ids.filter((id) => known.includes(id));
  const unknown = [
    ...names.filter((name) => !TEMPLATE_FIELD.has(normalField(name))).map(unknownField),
    ...unpaired.map(
      (piece) =>
        `Рядом с «${piece}» скобки не закрыты или не открыты. Поле пишется так: {{исполнитель_фио}}`,
    ),
  ];
  const missing = REQUIRED_TEMPLATE_FIELDS[type]
    .filter((id) => !fields.includes(id))
    .map((id) => `Нет обязательного поля {{${id}}} — ${TEMPLATE_FIELD.titles[id].toLowerCase()}`);
  if (unknown.length === 0) await refuseUnfillable(parts);
  return {
    blocks,
    fields,
    problems: [...unknown, ...missing].slice(0, 50),
    rejectReason:
      unknown.length > 0 ? "UNKNOWN_FIELDS" : missing.length > 0 ? "MISSING_FIELDS" : null,
  };
}

function unknownField(name: string): string {
  const shown = name.slice(0, 60);
  return /^[\p{L}\d_ -]+$/u.test(name)
    ? `Неизвестное поле {{${shown}}}. Выберите поле из списка`
    : `«{{${shown}}}» — не поле. Условия, циклы и вычисления не поддерживаются, только поля из списка`;
}

/** The filling library has its own parser: find its failures now. */
async function refuseUnfillable(parts: DocxParts): Promise<void> {
  await fillDocx(parts, {});
}
