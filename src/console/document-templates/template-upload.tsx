import { Alert, Button, Card, Col, Flex, Form, Input, Row, Select, Table, Typography } from "antd";
import { useState } from "react";
import { useNavigate } from "react-router";
import { documentTemplateEndpoints as endpoints } from "#contract/document-templates/document-template-endpoints.ts";
import type { TemplateCheck } from "#contract/document-templates/document-template.ts";
import {
  REQUIRED_TEMPLATE_FIELDS,
  TEMPLATE_FIELD,
  TEMPLATE_TYPES,
  type TemplateType,
} from "#contract/document-templates/template-fields.ts";
import { DOCUMENT_FILE_BYTES } from "#contract/kernel/uploads.ts";
import { JOB_DOCUMENT_TYPE } from "#contract/job-documents/job-document-states.ts";
import { FileDrop } from "#console/kit/file-drop.tsx";
import { TitleBar } from "#console/kit/title-bar.tsx";
import type { ConsoleHttpError } from "#web/wire/http-error.ts";
import { useCommand } from "#console/calls/use-command.ts";
import { DocumentText } from "./document-text.tsx";
import { TemplateFindings } from "./template-findings.tsx";
import { useProjectSelect } from "#console/projects/parts.ts";

const LIST = "/profile/account/document-templates";
const TYPE_OPTIONS = TEMPLATE_TYPES.map((value) => ({
  value,
  label: JOB_DOCUMENT_TYPE.titles[value],
}));

/** Validated when chosen, previewed with example data, then saved. */
export default function TemplateUpload() {
  const navigate = useNavigate();
  const [type, setType] = useState<TemplateType>("CONTRACT");
  const [title, setTitle] = useState("");
  const [projectID, setProjectID] = useState<number>();
  const [file, setFile] = useState<File | null>(null);
  const [checked, setChecked] = useState<TemplateCheck | null>(null);
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({});
  const fail = ({ errors: fields, message }: ConsoleHttpError) =>
    setErrors(fields && Object.keys(fields).length > 0 ? fields : { form: [message] });
  const check = useCommand(endpoints.check, { changes: [], onRefused: fail });
  const upload = useCommand(endpoints.upload, {
    onRefused: fail,
    done: ({ state }) =>
      state.id === "ACTIVE"
        ? "Шаблон действует"
        : "Шаблон в архиве. Введите его в действие, когда будете готовы",
  });

  const checkFile = async (one: File | null, of: TemplateType) => {
    setFile(one);
    setChecked(null);
    setErrors({});
    if (one) setChecked(await check.run({ body: { type: of }, files: { file: one } }));
  };
  const keep = async (activate: boolean) => {
    if (!file) return;
    setErrors({});
    const kept = await upload.run({
      body: {
        type,
        activate,
        ...(title.trim() ? { title: title.trim() } : {}),
        ...(projectID === undefined ? {} : { projectID }),
      },
      files: { file },
    });
    if (kept) void navigate(activate ? LIST : `${LIST}/archive`);
  };
  const isGood = checked !== null && checked.problems.length === 0;
  return (
    <>
      <TitleBar title="Загрузка шаблона" />
      <Row gutter={[24, 16]}>
        <Col xs={24} xl={12}>
          <Form layout="vertical" component="div">
            <Form.Item
              label="Вид документа"
              htmlFor="template-type"
              {...fieldError(errors["type"])}
            >
              <Select
                id="template-type"
                value={type}
                options={TYPE_OPTIONS}
                onChange={(next) => (setType(next), void checkFile(file, next))}
              />
            </Form.Item>
            <FileDrop
              label="Файл шаблона"
              endings={[".docx"]}
              maxBytes={DOCUMENT_FILE_BYTES}
              file={file}
              errors={errors["file"] ? [...errors["file"]] : []}
              onFile={(one) => void checkFile(one, type)}
            />
            <div aria-live="polite">{check.isRunning ? <p>Проверяем файл…</p> : null}</div>
            {checked ? <TemplateFindings problems={checked.problems} /> : null}
            <Form.Item
              label="Название"
              htmlFor="template-title"
              extra="Пусто — по имени файла"
              {...fieldError(errors["title"])}
            >
              <Input
                id="template-title"
                value={title}
                maxLength={100}
                onChange={({ target }) => setTitle(target.value)}
              />
            </Form.Item>
            <ProjectField value={projectID} onChange={setProjectID} errors={errors["projectID"]} />
          </Form>
          {errors["form"] ? (
            <Alert
              style={{ marginBottom: 16 }}
              type="error"
              role="alert"
              message={errors["form"].join(". ")}
            />
          ) : null}
          <Flex gap="small" wrap>
            <Button
              type="primary"
              disabled={!isGood}
              loading={upload.isRunning}
              onClick={() => void keep(true)}
            >
              Загрузить и ввести в действие
            </Button>
            <Button disabled={!isGood || upload.isRunning} onClick={() => void keep(false)}>
              Загрузить в архив
            </Button>
            <Button onClick={() => void navigate(LIST)}>Отмена</Button>
          </Flex>
        </Col>
        <Col xs={24} xl={12}>
          {isGood ? <Example check={checked} /> : <Fields type={type} />}
        </Col>
      </Row>
    </>
  );
}

function Example({ check: { blocks, fields } }: { readonly check: TemplateCheck }) {
  return (
    <>
      <h2 style={{ marginTop: 0 }}>Образец</h2>
      <p className="muted">
        Так документ будет напечатан, с вымышленными данными. Заполнится полей: {fields.length}.
        Картинки и разметка страниц остаются только в DOCX
      </p>
      <DocumentText blocks={blocks} />
    </>
  );
}

function Fields({ type }: { readonly type: TemplateType }) {
  const required = REQUIRED_TEMPLATE_FIELDS[type];
  return (
    <Card size="small" title={<h2 style={{ margin: 0, font: "inherit" }}>Поля для этого вида</h2>}>
      <p className="muted">
        Вставьте поля в текст документа Word: платформа заменит их данными. Условия, циклы и
        вычисления не поддерживаются. Со звёздочкой — обязательные
      </p>
      <Table
        size="small"
        pagination={false}
        rowKey="id"
        scroll={{ x: true }}
        dataSource={[...TEMPLATE_FIELD.definitions]}
        columns={[
          {
            title: "Поле",
            dataIndex: "id",
            render: (id: string) => (
              <>
                <Typography.Text
                  style={{ whiteSpace: "nowrap" }}
                  copyable={{ text: `{{${id}}}`, tooltips: ["Скопировать", "Скопировано"] }}
                >{`{{${id}}}`}</Typography.Text>
                {required.some((one) => one === id) ? (
                  <Typography.Text type="danger">
                    <span aria-hidden> *</span>
                    <span className="hidden-text">обязательное</span>
                  </Typography.Text>
                ) : null}
              </>
            ),
          },
          { title: "Что подставится", dataIndex: "title" },
        ]}
      />
    </Card>
  );
}

function ProjectField({
  value,
  onChange,
  errors,
}: {
  readonly value: number | undefined;
  readonly onChange: (id: number | undefined) => void;
  readonly errors: readonly string[] | undefined;
}) {
  const selectProps = useProjectSelect();
  return (
    <Form.Item
      label="Проект"
      htmlFor="template-project"
      extra="Пусто — для всей компании"
      {...fieldError(errors)}
    >
      <Select
        {...selectProps}
        id="template-project"
        allowClear
        placeholder="Вся компания"
        value={value}
        onChange={(id?: number) => onChange(id)}
      />
    </Form.Item>
  );
}

function fieldError(messages: readonly string[] | undefined) {
  return messages
    ? { validateStatus: "error" as const, help: <span role="alert">{messages.join(". ")}</span> }
    : {};
}
