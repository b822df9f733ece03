import { TemplateTable } from "./template-table.tsx";

const IN_USE = { states: ["CHECKING", "ACTIVE", "REJECTED"] };

export default function TemplateList() {
  return (
    <TemplateTable
      title="Шаблоны документов"
      query={IN_USE}
      empty="Шаблонов пока нет. Загрузите договор или соглашение вашей компании в DOCX: в документы для исполнителей платформа подставит их данные сама"
    />
  );
}
