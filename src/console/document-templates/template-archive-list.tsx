import { TemplateTable } from "./template-table.tsx";

const ARCHIVED = { states: ["ARCHIVED"] };

export default function TemplateArchive() {
  return (
    <TemplateTable
      title="Архив шаблонов"
      query={ARCHIVED}
      empty="В архиве пусто. Сюда попадают прежние версии шаблонов и те, что загружены без ввода в действие"
    />
  );
}
