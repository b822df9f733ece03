import {
  OFFERED_TAXPAYER_TYPES,
  TAXPAYER_TYPE,
  type TaxpayerType,
} from "#contract/definitions/taxpayer-types.ts";

export type CustomerForm = "COMPANY" | "ENTREPRENEUR" | "STAFF";

interface LegalFormOption<Id extends string> {
  readonly id: Id;
  readonly title: string;
  readonly text: string;
}

export const CUSTOMER_FORMS: readonly LegalFormOption<CustomerForm>[] = [
  {
    id: "COMPANY",
    title: "Юридическое лицо",
    text: "ООО, АО, некоммерческая организация. Понадобится ИНН из 10 цифр.",
  },
  {
    id: "ENTREPRENEUR",
    title: "Индивидуальный предприниматель",
    text: "Понадобится ИНН из 12 цифр.",
  },
  {
    id: "STAFF",
    title: "Сотрудник компании",
    text: "Компания пригласила вас по номеру телефона. Её ИНН не нужен: приглашение вы увидите в личном кабинете.",
  },
];

const WORKMAN_TEXTS = {
  SMZ: "Платите налог на профессиональный доход: 6 % с выплат компаний. Если ещё не зарегистрированы, поможем в анкете.",
  IP: "Работаете по своей системе налогообложения и платите налоги сами.",
  IP_SMZ: "Вы предприниматель и платите налог на профессиональный доход.",
};

export const WORKMAN_FORMS: readonly LegalFormOption<TaxpayerType>[] = OFFERED_TAXPAYER_TYPES.map(
  (id) => ({ id, title: TAXPAYER_TYPE.titles[id], text: WORKMAN_TEXTS[id] }),
);

export function formAddress(side: "account" | "workman", form: string): string {
  return `/registration-opf?side=${side}&form=${form}`;
}
