import { useCan } from "@refinedev/core";
import { DOCUMENT_TEMPLATE_STATE } from "#contract/document-templates/document-template-states.ts";
import { Alert, Button, Descriptions, Flex, Form, Skeleton } from "antd";
import { useState } from "react";
import { documentTemplateEndpoints as endpoints } from "#contract/document-templates/document-template-endpoints.ts";
import type { DocumentTemplate } from "#contract/document-templates/document-template.ts";
import { StateText } from "#console/kit/columns.tsx";
import { listLink } from "#console/kit/list-link.ts";
import { RemoteSelect } from "#console/kit/remote-select.tsx";
import { right } from "#console/refine/access-control-provider.ts";
import { useDownload, useRead } from "#console/calls/use-endpoint.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import { DocumentText } from "./document-text.tsx";
import { TemplateFindings } from "./template-findings.tsx";
import { RECIPIENTS } from "./recipients.ts";

export function TemplateDetails({ template }: { readonly template: DocumentTemplate }) {
  const { id, type, state, project, author, createdAt, fileName, documentsCount, problems } =
    template;
  const maySeeJobs = useCan(right("jobs.view")).data?.can;
  return (
    <>
      <Descriptions
        size="small"
        column={1}
        items={[
          {
            key: "state",
            label: "Состояние",
            children: (
              <StateText title={state.title} tone={DOCUMENT_TEMPLATE_STATE.tones[state.id]} />
            ),
          },
          { key: "type", label: "Вид", children: type.title },
          {
            key: "project",
            label: "Для кого",
            children: project ? `Проект «${project.title}»` : "Вся компания",
          },
          {
            key: "documents",
            label: "Документов",
            children:
              documentsCount > 0 ? (
                <PageLink to={listLink("/profile/account/documents", { templateID: String(id) })}>
                  {documentsCount}
                </PageLink>
              ) : (
                0
              ),
          },
          ...(documentsCount > 0 && maySeeJobs
            ? [
                {
                  key: "jobs",
                  label: "Задания",
                  children: (
                    <PageLink to={listLink("/profile/jobs", { templateID: String(id) })}>
                      Где он применяется
                    </PageLink>
                  ),
                },
              ]
            : []),
          { key: "file", label: "Файл", children: fileName },
          { key: "at", label: "Загружен", children: <DateText value={createdAt} /> },
          { key: "author", label: "Кто загрузил", children: author?.name ?? "—" },
        ]}
      />
      <TemplateFindings problems={problems} />
      <Preview id={id} />
    </>
  );
}

function Preview({ id }: { readonly id: number }) {
  const [workmen, setWorkmen] = useState<readonly number[]>([]);
  const mayChoose = useCan(right("employees.view")).data?.can;
  const query = workmen[0] === undefined ? {} : { workmanID: workmen[0] };
  const { data, error } = useRead(endpoints.preview, { params: { id }, query }, { silent: true });
  const example = useDownload(endpoints.example);
  return (
    <>
      <h3>Как будет выглядеть документ</h3>
      {mayChoose ? (
        <Form.Item extra="Без исполнителя показан образец с вымышленными данными">
          <RemoteSelect
            source={RECIPIENTS}
            label="Данные исполнителя"
            value={workmen}
            onChange={setWorkmen}
          />
        </Form.Item>
      ) : null}
      {error ? <Alert type="error" role="alert" message={error.message} /> : null}
      {data && data.missing.length > 0 ? (
        <Alert
          style={{ marginBottom: 12 }}
          type="warning"
          showIcon
          role="note"
          message={`Нет данных, место останется пустым: ${data.missing.join(", ").toLowerCase()}`}
        />
      ) : null}
      {data ? <DocumentText blocks={data.blocks} /> : error ? null : <Skeleton active />}
      <Flex style={{ marginTop: 12 }}>
        <Button onClick={() => void example({ params: { id }, query })}>Скачать PDF</Button>
      </Flex>
    </>
  );
}
