import { useCan } from "@refinedev/core";
import { Button } from "antd";
import { useMemo } from "react";
import { useNavigate } from "react-router";
import { accountEndpoints } from "#contract/accounts/account-endpoints.ts";
import { documentTemplateEndpoints as endpoints } from "#contract/document-templates/document-template-endpoints.ts";
import type { DocumentTemplate } from "#contract/document-templates/document-template.ts";
import { TEMPLATE_TYPES } from "#contract/document-templates/template-fields.ts";
import { JOB_DOCUMENT_TYPE } from "#contract/job-documents/job-document-states.ts";
import { filter } from "#console/kit/filters.tsx";
import { ListPage } from "#console/kit/list-page.tsx";
import { ListTabs } from "#console/kit/list-tabs.tsx";
import { right } from "#console/refine/access-control-provider.ts";
import { useDownload } from "#console/calls/use-endpoint.ts";
import { useSession } from "#web/session/session.ts";
import { sendDocumentsWindow } from "./send-documents-modal.tsx";
import { templateColumns } from "./template-columns.tsx";
import { TemplateDetails } from "./template-details.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { useModal } from "#web/modals/use-modal.ts";

const LIST = "/profile/account/document-templates";
const NEWEST_FIRST = { field: "createdAt", order: "desc" } as const;
const TYPES = TEMPLATE_TYPES.map((id) => ({ id, title: JOB_DOCUMENT_TYPE.titles[id] }));
const FILTERS = [
  filter.search("Найти по названию"),
  filter.manyOf("types", "Вид", TYPES),
  filter.project("projectID"),
];
const TABS = [
  { to: LIST, label: "Действующие" },
  { to: `${LIST}/archive`, label: "Архив" },
];
const COMMANDS = {
  archive: {
    title: "Убрать шаблон в архив",
    submitTitle: "Убрать в архив",
    done: "Шаблон в архиве",
    text: "Новые документы по нему не составить, пока вы не вернёте его. Составленные документы не изменятся",
    isDangerous: true,
  },
  activate: {
    title: "Ввести шаблон в действие",
    submitTitle: "Ввести в действие",
    done: "Шаблон действует",
    text: "Он займёт место действующего шаблона того же вида и проекта: тот уйдёт в архив. Составленные документы не изменятся",
    isDangerous: false,
  },
} as const;

interface TemplateTableProps {
  readonly title: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly empty: string;
}

export function TemplateTable({ title, query, empty }: TemplateTableProps) {
  const navigate = useNavigate();
  const { show } = useModal();
  const can = useCan(right("document-templates.manage")).data?.can;
  const source = useDownload(endpoints.source);
  const example = useDownload(endpoints.example);
  const yearlyContract = useDownload(accountEndpoints.exampleOfYearlyContract);
  const { me } = useSession();
  const columns = useMemo(
    () =>
      templateColumns((template) => {
        const { id, permissions, state } = template;
        const params = { id };
        return [
          ...(permissions.send
            ? [
                {
                  key: "send",
                  label: "Отправить исполнителям",
                  onClick: () => show(sendDocumentsWindow(template)),
                },
              ]
            : []),
          ...(permissions.activate
            ? [
                {
                  key: "activate",
                  label: "Ввести в действие",
                  onClick: () => show(commandWindow("activate", template)),
                },
              ]
            : []),
          { key: "pdf", label: "Скачать образец PDF", onClick: () => void example({ params }) },
          ...(state.id === "REJECTED"
            ? []
            : [
                {
                  key: "docx",
                  label: "Скачать образец DOCX",
                  onClick: () => void example({ params, query: { format: "docx" } }),
                },
              ]),
          { key: "source", label: "Скачать исходный файл", onClick: () => void source({ params }) },
          ...(permissions.archive
            ? [
                {
                  key: "archive",
                  label: "Убрать в архив",
                  isDangerous: true,
                  onClick: () => show(commandWindow("archive", template)),
                },
              ]
            : []),
        ];
      }),
    [example, source, show],
  );
  return (
    <ListPage<DocumentTemplate>
      resource="document-templates"
      title={title}
      columns={columns}
      filters={FILTERS}
      order={NEWEST_FIRST}
      query={query}
      tabs={<ListTabs label="Шаблоны" tabs={TABS} />}
      countWords={["шаблон", "шаблона", "шаблонов"]}
      actions={() => (
        <>
          <Button
            onClick={() =>
              me?.currentAccountID && void yearlyContract({ params: { id: me.currentAccountID } })
            }
          >
            Образец договора на год
          </Button>
          {can ? (
            <Button type="primary" onClick={() => void navigate(`${LIST}/upload`)}>
              Загрузить шаблон
            </Button>
          ) : null}
        </>
      )}
      drawer={{
        title: ({ title: name, version }) => `${name}, версия ${version}`,
        content: (template) => <TemplateDetails template={template} />,
      }}
      empty={empty}
    />
  );
}

function commandWindow(command: keyof typeof COMMANDS, template: DocumentTemplate): ShownWindow {
  return {
    title: COMMANDS[command].title,
    content: (
      <RecordForm
        {...COMMANDS[command]}
        endpoint={endpoints[command]}
        sentence={`«${template.title}», версия ${template.version}. ${COMMANDS[command].text}`}
        input={() => ({ params: { id: template.id } })}
      />
    ),
  };
}
