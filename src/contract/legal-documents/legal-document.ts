import type { CalendarDate } from "#contract/values/calendar-date.ts";

/** Last part of `/documents/<kind>`. Source: specification §2, «Legal documents». */
export const LEGAL_DOCUMENT_KINDS = [
  "contract",
  "customer-contract",
  "data-policy",
  "terms-of-use",
] as const;
export type LegalDocumentKind = (typeof LEGAL_DOCUMENT_KINDS)[number];

/** Source: `domain.md` §5.3. */
export const LEGAL_DOCUMENT_TITLES: Readonly<Record<LegalDocumentKind, string>> = {
  contract: "Договор возмездного оказания услуг",
  "customer-contract": "Договор с заказчиком",
  "data-policy": "Политика конфиденциальности",
  "terms-of-use": "Пользовательское соглашение",
};

/** A list belongs to the clause before it. */
export type LegalParagraph = string | { readonly list: readonly string[] };

export interface LegalSection {
  readonly id: string;
  readonly heading: string;
  readonly paragraphs: readonly LegalParagraph[];
}

/** `numberClauses` numbers the clauses. */
export interface LegalDocument {
  readonly kind: LegalDocumentKind;
  /** Moscow time. */
  readonly validFrom: CalendarDate;
  readonly title: string;
  /** Audience and coming into force. */
  readonly lead: string;
  /** Against the previous version. */
  readonly changes: readonly string[];
  readonly sections: readonly LegalSection[];
}

export interface NumberedClause {
  readonly number: string;
  readonly text: string;
  readonly items: readonly string[];
}

/** @param sectionNumber - from 1. */
export function numberClauses(section: LegalSection, sectionNumber: number): NumberedClause[] {
  const clauses: { number: string; text: string; items: readonly string[] }[] = [];
  for (const paragraph of section.paragraphs) {
    const last = clauses.at(-1);
    if (typeof paragraph === "string")
      clauses.push({
        number: `${sectionNumber}.${clauses.length + 1}`,
        text: paragraph,
        items: [],
      });
    else if (last) last.items = [...last.items, ...paragraph.list];
  }
  return clauses;
}
