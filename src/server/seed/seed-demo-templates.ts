import { DOCX } from "#contract/kernel/uploads.ts";
import type { TemplateType } from "#contract/document-templates/template-fields.ts";
import type { App } from "#server/app.ts";
import { demoDocx } from "./demo-docx.ts";
import { callAs } from "./demo-session.ts";

const PARTIES =
  "{{компания_полное_название}}, ИНН {{компания_инн}}, КПП {{компания_кпп}}, именуемое «Заказчик», и {{исполнитель_фио}}, ИНН {{исполнитель_инн}}, плательщик налога на профессиональный доход, именуемый «Исполнитель», заключили договор:";
const SUBJECT =
  "1. Исполнитель оказывает услуги по заданиям Заказчика, принятым через платформу, а Заказчик их оплачивает.";
const RESULT =
  "2. Результат передаётся по акту. Услуги считаются принятыми, когда акт подписан обеими сторонами.";
const RECEIPT =
  "4. С каждой выплаты Исполнитель формирует чек в «Мой налог» и не аннулирует его без согласия Заказчика.";
const REQUISITES =
  "Заказчик: {{компания_название}}, ОГРН {{компания_огрн}}, {{компания_адрес}}. Исполнитель: {{исполнитель_фио}}, телефон {{исполнитель_телефон}}.";

interface DemoTemplate {
  readonly type: TemplateType;
  readonly title: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

const CONTRACT = {
  type: "CONTRACT",
  title: "Договор оказания услуг",
  heading: "Договор возмездного оказания услуг № {{документ_номер}} от {{документ_дата}}",
} as const;
/** A contract in its second version, and a document with an unknown field. */
const TEMPLATES: readonly DemoTemplate[] = [
  {
    ...CONTRACT,
    paragraphs: [
      PARTIES,
      SUBJECT,
      RESULT,
      "3. Оплата производится в течение десяти рабочих дней после подписания акта.",
      REQUISITES,
    ],
  },
  {
    ...CONTRACT,
    paragraphs: [
      PARTIES,
      SUBJECT,
      RESULT,
      "3. Оплата производится через платформу в день подписания акта.",
      RECEIPT,
      REQUISITES,
    ],
  },
  {
    type: "NDA",
    title: "Соглашение о конфиденциальности",
    heading: "Соглашение о конфиденциальности № {{документ_номер}}",
    paragraphs: [
      "{{компания_название}}, ИНН {{компания_инн}}, и {{исполнитель_фио}}, паспорт {{исполнитель_паспорт}}, договорились не раскрывать сведений, полученных при выполнении заданий.",
    ],
  },
];

export async function seedDemoTemplates(
  app: App,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  for (const { type, title, heading, paragraphs } of TEMPLATES) {
    const form = new FormData();
    form.append("type", type);
    form.append("title", title);
    form.append(
      "file",
      new Blob([new Uint8Array(await demoDocx(heading, paragraphs))], { type: DOCX }),
      `${title}.docx`,
    );
    await callAs(app, headers, "POST", "/open-api/v1/account-document-templates", form);
  }
}
