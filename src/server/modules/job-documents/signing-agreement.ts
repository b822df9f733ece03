import { currentVersion } from "#contract/legal-documents/legal-documents.ts";
import { LEGAL_DOCUMENT_TITLES } from "#contract/legal-documents/legal-document.ts";
import { formatDate, moscowDate } from "#contract/values/calendar-date.ts";
import { countOf } from "#contract/values/plural.ts";
import type { Side } from "./queries.ts";

interface SigningAgreement {
  /** Stored with the signature. */
  readonly text: string;
  readonly version: string;
}

/** Source: `domain.md` §1.7; 63-ФЗ, ст. 6 ч. 2, ст. 9. */
export function signingAgreement(side: Side, at: Date): SigningAgreement {
  return {
    text: "Я прочитал перечисленные документы и подписываю их простой электронной подписью: кодом из СМС. По соглашению сторон она равнозначна собственноручной подписи (часть 2 статьи 6 и статья 9 Федерального закона от 06.04.2011 № 63-ФЗ). Код — ключ моей подписи: я никому его не сообщаю.",
    version: versionFor(side, at),
  };
}

export function automaticAgreement(hours: number, at: Date): SigningAgreement {
  const term = countOf(hours, ["час", "часа", "часов"]).replace("\u00A0", " ");
  return {
    text: `Исполнитель не подписал и не отклонил акт за ${term}: по договору акт считается подписанным.`,
    version: versionFor("workman", at),
  };
}

function versionFor(side: Side, at: Date): string {
  const kind = side === "account" ? "customer-contract" : "contract";
  const version = currentVersion(kind, moscowDate(at));
  return `${LEGAL_DOCUMENT_TITLES[kind]}${version ? ` в редакции от ${formatDate(version.validFrom)}` : ""}`;
}
