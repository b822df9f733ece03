import { DeleteOutlined } from "@ant-design/icons";
import { Button, Empty, Flex, Form, Input, Select, Skeleton } from "antd";
import { useMemo } from "react";
import { referenceDataEndpoints } from "#contract/reference-data/reference-data-endpoints.ts";
import { workmanEndpoints } from "#contract/workmen/workman-endpoints.ts";
import type { MyWorkmanInfo } from "#contract/workmen/workman.ts";
import { readRubles } from "#web/format/money.ts";
import { CountedArea } from "#console/kit/counted-area.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";
import { SectionCard } from "#console/kit/section-card.tsx";
import { TitleBar } from "#console/kit/title-bar.tsx";
import { useRead } from "#console/calls/use-endpoint.ts";
import { FailedPart } from "#console/kit/failed-part.tsx";
import { PageLink } from "#web/ui/page-link.tsx";

interface ServiceRow {
  readonly id: number | undefined;
  /** Text as typed: «1 500»; empty means negotiable. */
  readonly price: string;
}

interface Values {
  readonly description: string;
  readonly services: readonly ServiceRow[];
}

const LABELS = { description: "О себе", services: "Услуги" } as const;

export default function WorkmanServicesPage() {
  const me = useRead(workmanEndpoints.myInfo, {}, { silent: true });
  return (
    <>
      <TitleBar title="Услуги и цены">
        <PageLink to="/profile/workman">Профиль исполнителя</PageLink>
      </TitleBar>
      {me.error ? (
        <FailedPart message={me.error.message} onRetry={me.reload} />
      ) : me.data ? (
        <Editor me={me.data} />
      ) : (
        <Skeleton active />
      )}
    </>
  );
}

function Editor({ me }: { readonly me: MyWorkmanInfo }) {
  return (
    <SectionCard title="Что вы делаете">
      <RecordForm
        endpoint={workmanEndpoints.update}
        alsoChanges={["workman"]}
        input={({ description, services }: Values) => ({
          body: {
            description: description ?? "",
            services: services.map(({ id, price }) => ({
              id: id ?? 0,
              priceFrom: rublesOf(price),
            })),
          },
        })}
        done="Сохранено. Заказчики увидят это на вашей странице"
        submitTitle="Сохранить"
        labels={LABELS}
        initialValues={{
          description: me.description ?? "",
          services: me.services.map(({ id, priceFrom }) => ({
            id,
            price: priceFrom === null ? "" : String(priceFrom).replace(".", ","),
          })),
        }}
      >
        <Form.Item
          name="description"
          label={LABELS.description}
          extra="Опыт, инструмент, график. Телефон и ссылки писать нельзя"
        >
          <CountedArea rows={3} maxLength={2000} />
        </Form.Item>
        <Form.List name="services">
          {(fields, { add, remove }) => (
            <ServiceRows
              fields={fields}
              onAdd={() => add({ id: undefined, price: "" })}
              onRemove={remove}
            />
          )}
        </Form.List>
      </RecordForm>
    </SectionCard>
  );
}

interface ServiceRowsProps {
  readonly fields: readonly { readonly key: number; readonly name: number }[];
  readonly onAdd: () => void;
  readonly onRemove: (index: number) => void;
}

function ServiceRows({ fields, onAdd, onRemove }: ServiceRowsProps) {
  const groups = useRead(
    referenceDataEndpoints.serviceGroupList,
    { query: { orderField: "filterIndex" } },
    { staleTimeMs: Infinity },
  );
  const services = useRead(referenceDataEndpoints.serviceList, {}, { staleTimeMs: Infinity });
  const options = useMemo(
    () =>
      (groups.data?.items ?? []).map(({ id: groupId, title }) => ({
        label: title,
        options: (services.data?.items ?? [])
          .filter(({ groupID, isActive }) => groupID === groupId && isActive)
          .map(({ id, title: label }) => ({ value: id, label })),
      })),
    [groups.data, services.data],
  );
  return (
    <>
      {fields.length === 0 ? (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description="Услуг пока нет. Добавьте первую: по ней вас найдут в каталоге"
        />
      ) : null}
      {fields.map(({ key, name }, index) => (
        <Flex key={key} gap="small" wrap align="start">
          <Form.Item
            name={[name, "id"]}
            style={{ flex: "1 1 200px" }}
            rules={[{ validator: checkService }]}
          >
            <Select
              aria-label={`Услуга ${index + 1}`}
              showSearch
              optionFilterProp="label"
              placeholder="Услуга"
              loading={services.isLoading}
              options={options}
              notFoundContent="Такой услуги нет"
            />
          </Form.Item>
          <Form.Item
            name={[name, "price"]}
            style={{ flex: "0 1 210px" }}
            rules={[{ validator: checkPrice }]}
          >
            <Input
              aria-label={`Цена от, услуга ${index + 1}`}
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              suffix="₽"
              placeholder="По договорённости"
            />
          </Form.Item>
          <Button
            aria-label={`Убрать услугу ${index + 1}`}
            icon={<DeleteOutlined />}
            onClick={() => onRemove(name)}
          />
        </Flex>
      ))}
      <Form.Item>
        <Button onClick={onAdd}>Добавить услугу</Button>
      </Form.Item>
    </>
  );
}

/** `required` would set `aria-required` on the select, where ARIA forbids it. */
async function checkService(_rule: unknown, id: number | undefined): Promise<void> {
  if (id === undefined) throw new Error("Выберите услугу");
}

async function checkPrice(_rule: unknown, text: string | undefined): Promise<void> {
  if (!text?.trim()) return;
  const read = readRubles(text);
  if (!read.ok) throw new Error(read.message);
  if (read.rubles <= 0) throw new Error("Цена должна быть больше нуля");
}

function rublesOf(text: string | undefined): number | null {
  const read = readRubles(text ?? "");
  return read.ok && read.rubles > 0 ? read.rubles : null;
}
