import { sql } from "kysely";
import { LEGAL_DOCUMENT_TITLES } from "#contract/legal-documents/legal-document.ts";
import { currentVersion } from "#contract/legal-documents/legal-documents.ts";
import type { DocumentBlock } from "#contract/document-templates/document-block.ts";
import { EXAMPLE_VALUES } from "#contract/document-templates/template-fields.ts";
import { PDF } from "#contract/kernel/uploads.ts";
import { formatDate, moscowDate } from "#contract/values/calendar-date.ts";
import { legalClauses } from "#server/modules/legal-documents/index.ts";
import { partyOf, type Actor } from "#server/http/actor.ts";
import { conflict, notFound } from "#server/http/app-error.ts";
import { pdfOfBlocks } from "#server/files/docx/blocks-pdf.ts";
import { fillBlocks } from "#server/files/docx/placeholders.ts";
import { renderForeignPdf, type PdfContent } from "#server/files/render-pdf.ts";
import { FileReply } from "#server/http/replies.ts";
import type { Trx } from "#server/data/transaction.ts";
import { WORKING_TOGETHER } from "./template-values.ts";

interface Company {
  readonly short_name: string;
  readonly full_name: string;
  readonly inn: string;
  readonly kpp: string | null;
  readonly ogrn: string | null;
  readonly legal_address: string;
  readonly blocks: DocumentBlock[] | null;
}

/**
 * By the company's active template, or the platform's contract. For workmen it works with or has
 * invited.
 *
 * @throws AppError `not_found`.
 */
export async function yearlyContract(
  trx: Trx,
  actor: Actor,
  accountId: number,
  at: Date,
): Promise<FileReply> {
  const { rows } = await sql<Company>`
    SELECT a.short_name, a.full_name, a.inn, a.kpp, a.ogrn, a.legal_address,
      (SELECT t.blocks
        FROM document_templates t
        WHERE t.account_id = a.id
          AND t.type = 'CONTRACT'
          AND t.project_id IS NULL
          AND t.state = 'ACTIVE') AS blocks
    FROM accounts a WHERE a.id = ${accountId}
      AND (a.id = ${actor.accountId}::integer
        OR EXISTS (SELECT FROM employments e
          WHERE e.account_id = a.id
            AND e.workman_id = ${actor.workmanId}::integer
            AND (e.state IN ${WORKING_TOGETHER} OR e.state IN ('INVITED', 'REGISTRATION'))))`.execute(
    trx,
  );
  const [company] = rows;
  if (!company) throw notFound("Компания не найдена");
  const title = `Договор на год, образец, ${company.short_name}`;
  const content = company.blocks
    ? ownWords(company, company.blocks, at)
    : await platformWords(company, at);
  return new FileReply(
    `${title}.pdf`,
    PDF,
    await renderForeignPdf(
      { title, createdAt: at, content },
      { line: "request", of: partyOf(actor) },
    ),
  );
}

function ownWords(company: Company, blocks: readonly DocumentBlock[], at: Date): PdfContent[] {
  return pdfOfBlocks(
    fillBlocks(blocks, {
      ...EXAMPLE_VALUES,
      документ_дата: formatDate(moscowDate(at)),
      компания_название: company.short_name,
      компания_полное_название: company.full_name,
      компания_инн: company.inn,
      компания_кпп: company.kpp ?? "",
      компания_огрн: company.ogrn ?? "",
      компания_адрес: company.legal_address,
    }),
  );
}

async function platformWords(company: Company, at: Date): Promise<PdfContent[]> {
  const today = moscowDate(at);
  const version = currentVersion("contract", today);
  if (!version) throw conflict("Действующей редакции договора нет. Напишите в поддержку");
  const until = moscowDate(
    new Date(
      Date.parse(
        `${Number(today.slice(0, 4)) + 1}${today.slice(4).replace("02-29", "03-01")}T00:00:00+03:00`,
      ) - DAY_MS,
    ),
  );
  const details = [
    company.full_name,
    `ИНН ${company.inn}`,
    company.kpp && `КПП ${company.kpp}`,
    company.ogrn && `ОГРН ${company.ogrn}`,
    company.legal_address,
  ]
    .filter(Boolean)
    .join(", ");
  return [
    { text: `${LEGAL_DOCUMENT_TITLES.contract}: образец`, style: "title", margin: [0, 0, 0, 12] },
    { text: [{ text: "Заказчик: ", style: "label" }, `${details}.`], margin: [0, 0, 0, 6] },
    {
      text: [
        { text: "Исполнитель: ", style: "label" },
        `${EXAMPLE_VALUES.исполнитель_фио}, ИНН ${EXAMPLE_VALUES.исполнитель_инн}.`,
      ],
      margin: [0, 0, 0, 6],
    },
    {
      text: [
        { text: "Срок действия: ", style: "label" },
        `с ${formatDate(today)} по ${formatDate(until)}.`,
      ],
      margin: [0, 0, 0, 12],
    },
    ...(await legalClauses(version)),
    {
      columns: [
        signature("Заказчик", company.short_name),
        signature("Исполнитель", EXAMPLE_VALUES.исполнитель_фио),
      ],
      columnGap: 24,
      margin: [0, 18, 0, 0],
      unbreakable: true,
    },
  ];
}

const DAY_MS = 86_400_000;

function signature(side: string, name: string): PdfContent {
  return { stack: [{ text: side, style: "label" }, name, "Образец, не подписывается"] };
}
