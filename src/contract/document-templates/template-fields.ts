import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import type { JobDocumentType } from "#contract/job-documents/job-document-states.ts";

export const TEMPLATE_FIELD = defineEnumeration({
  документ_номер: "Номер документа",
  документ_дата: "Дата документа",
  компания_название: "Краткое название компании",
  компания_полное_название: "Полное название компании",
  компания_инн: "ИНН компании",
  компания_кпп: "КПП компании",
  компания_огрн: "ОГРН или ОГРНИП компании",
  компания_адрес: "Юридический адрес компании",
  договор_номер: "Номер договора компании",
  договор_дата: "Дата договора компании",
  исполнитель_фио: "Фамилия, имя и отчество исполнителя",
  исполнитель_инн: "ИНН исполнителя",
  исполнитель_телефон: "Телефон исполнителя",
});
export type TemplateField = IdOf<typeof TEMPLATE_FIELD>;
export type TemplateValues = Readonly<Record<TemplateField, string>>;

/**
 * Decision: companies word what they ask workmen to sign; acts and documents with the platform are
 * the platform's.
 */
export const TEMPLATE_TYPES = [
  "CONTRACT",
  "NDA",
  "CONSENT_PD",
  "OTHER",
] as const satisfies readonly JobDocumentType[];
export type TemplateType = (typeof TEMPLATE_TYPES)[number];

export const REQUIRED_TEMPLATE_FIELDS: Readonly<Record<TemplateType, readonly TemplateField[]>> = {
  CONTRACT: ["документ_номер", "компания_инн", "исполнитель_фио", "исполнитель_инн"],
  NDA: ["документ_номер", "компания_инн", "исполнитель_фио"],
  CONSENT_PD: ["исполнитель_фио"],
  OTHER: ["исполнитель_фио"],
};

export const EXAMPLE_VALUES: TemplateValues = {
  документ_номер: "15",
  документ_дата: "05.03.2026",
  компания_название: "ООО «Пример»",
  компания_полное_название: "Общество с ограниченной ответственностью «Пример»",
  компания_инн: "7700000000",
  компания_кпп: "770001001",
  компания_огрн: "1027700000000",
  компания_адрес: "101000, г. Москва, ул. Мясницкая, д. 1",
  договор_номер: "П-2026/0001",
  договор_дата: "10.01.2026",
  исполнитель_фио: "Иванов Иван Иванович",
  исполнитель_инн: "770000000000",
  исполнитель_телефон: "+7 (900) 000 00 00",
};
