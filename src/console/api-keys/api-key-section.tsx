import { useCan } from "@refinedev/core";
import { Button, Tag, Typography } from "antd";
import { useMemo } from "react";
import { apiKeyEndpoints } from "#contract/api-keys/api-key-endpoints.ts";
import { API_KEY_STATE, type ApiKey, type ApiKeyState } from "#contract/api-keys/api-key.ts";
import { column, type ListColumn } from "#console/kit/columns.tsx";
import { ListPage } from "#console/kit/list-page.tsx";
import { right } from "#console/refine/access-control-provider.ts";
import { apiKeyCreateWindow } from "./api-key-create-modal.tsx";
import { ApiKeyNetworks } from "./api-key-networks.tsx";
import { ApiKeyTakeOver } from "./api-key-take-over.tsx";
import { useModal, type Modals } from "#web/modals/use-modal.ts";
import { RecordForm } from "#console/kit/record-form.tsx";

export default function ApiKeySection() {
  const mayManage = useCan(right("settings.manage")).data?.can;
  const { show } = useModal();
  const columns = useMemo(() => columnsOf(show), [show]);
  const createButton = mayManage ? (
    <Button type="primary" onClick={() => show(apiKeyCreateWindow())}>
      Выпустить ключ
    </Button>
  ) : null;
  return (
    <>
      <ListPage<ApiKey>
        resource="api-keys"
        title="Ключи API"
        level={2}
        columns={columns}
        countWords={["ключ", "ключа", "ключей"]}
        actions={(list) => (
          <>
            <Button href="/api-docs" target="_blank">
              Описание API
            </Button>
            {list.total > 0 || list.isLoading ? createButton : null}
          </>
        )}
        empty={
          <>
            <p>
              Ключей пока нет. Ключ нужен, чтобы ваша учётная система сама забирала чеки, акты и
              выгрузки
            </p>
            {createButton}
          </>
        }
      />
    </>
  );
}

function RevokeForm({ apiKey: { id, title, hint } }: { readonly apiKey: ApiKey }) {
  return (
    <RecordForm
      endpoint={apiKeyEndpoints.revoke}
      id={id}
      sentence={`Ключ «${title}» (…${hint}) перестанет работать сразу. Вернуть его нельзя: система, которая им пользуется, получит отказ`}
      submitTitle="Отозвать ключ"
      backTitle="Оставить"
      input={() => ({ params: { id } })}
      done={`Ключ «${title}» отозван`}
      isDangerous
    />
  );
}

function columnsOf(show: Modals["show"]): readonly ListColumn<ApiKey>[] {
  return [
    {
      ...column.text<ApiKey>(
        "title",
        "Ключ",
        ({ title, hint, isSandbox, suspension }) => (
          <>
            {title} <Typography.Text type="secondary">…{hint}</Typography.Text>{" "}
            {isSandbox ? <Tag bordered={false}>песочница</Tag> : null}
            {suspension === null ? null : (
              <Typography.Text type="secondary" style={{ display: "block" }}>
                Приостановлен: {suspension}
              </Typography.Text>
            )}
          </>
        ),
        { isFixed: true, part: "name" },
      ),
      plain: ({ title, hint }) => `${title} …${hint}`,
    },
    column.state(
      "state",
      "Состояние",
      ({ state }) => ({ title: state.title, tone: API_KEY_STATE.tones[state.id as ApiKeyState] }),
      { states: API_KEY_STATE },
    ),
    column.text("role", "Права роли", ({ role }) => role.title),
    column.text("ips", "Откуда", ({ ips }) => (ips.length === 0 ? "любой адрес" : ips.join(", "))),
    column.date("expiresAt", "Действует до", ({ expiresAt }) => expiresAt, {
      isDay: true,
      width: 130,
      part: "day",
    }),
    column.date("lastUsedAt", "Последний вызов", ({ lastUsedAt }) => lastUsedAt),
    column.text("lastIP", "Адрес вызова", ({ lastIP }) => lastIP, { isHidden: true }),
    column.person("responsible", "Кто отвечает", ({ responsible }) => ({
      name: responsible.name,
    })),
    column.person("codePerson", "Кому приходят коды", ({ codePerson }) => ({
      name: codePerson.name,
    })),
    column.person("author", "Кто выпустил", ({ author }) => ({ name: author.name }), {
      isHidden: true,
    }),
    column.actions(
      ({ title }) => title,
      (key) => [
        ...(key.permissions.takeOver
          ? [
              {
                key: "takeOver",
                label: "Принять ключ",
                onClick: () =>
                  show({ title: "Принять ключ", content: <ApiKeyTakeOver apiKey={key} /> }),
              },
            ]
          : []),
        ...(key.permissions.updateNetworks
          ? [
              {
                key: "networks",
                label: "Изменить адреса",
                onClick: () =>
                  show({
                    title: `Адреса ключа «${key.title}»`,
                    content: <ApiKeyNetworks apiKey={key} />,
                  }),
              },
            ]
          : []),
        ...(key.permissions.revoke
          ? [
              {
                key: "revoke",
                label: "Отозвать",
                isDangerous: true,
                onClick: () =>
                  show({ title: "Отозвать ключ", content: <RevokeForm apiKey={key} /> }),
              },
            ]
          : []),
      ],
    ),
  ];
}
