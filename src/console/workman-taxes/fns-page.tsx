import { SMZ_STATE } from "#contract/workman-taxes/smz-states.ts";
import { CheckCircleOutlined, CloseCircleOutlined } from "@ant-design/icons";
import { Alert, Button, Descriptions, Flex, List, Skeleton } from "antd";
import { workmanEndpoints } from "#contract/workmen/workman-endpoints.ts";
import { workmanTaxEndpoints } from "#contract/workman-taxes/workman-tax-endpoints.ts";
import type { FnsBinding } from "#contract/workman-taxes/workman-tax.ts";
import { StateText } from "#console/kit/columns.tsx";
import { SectionCard } from "#console/kit/section-card.tsx";
import { TitleBar } from "#console/kit/title-bar.tsx";
import { useCommand } from "#console/calls/use-command.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { FailedPart } from "#console/kit/failed-part.tsx";
import { useHasPage } from "#web/ui/page-index.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { SmzWarning } from "./smz-warning.tsx";
import { TaxPayerCard } from "./tax-payer-card.tsx";
import { WORKMAN } from "./tax-labels.ts";
import { YearLimit } from "./year-limit.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { useModal } from "#web/modals/use-modal.ts";

const GUIDE = "/profile/questionnaire/my-tax";

/** Source: specification §7; `domain.md` §1.3. */
export default function FnsPage() {
  const binding = useRead(workmanTaxEndpoints.binding, {}, { silent: true });
  const me = useRead(workmanEndpoints.myInfo, {}, { silent: true });
  const taxes = useRead(workmanTaxEndpoints.taxes, {}, { silent: true });
  return (
    <>
      <TitleBar title="Связь с «Мой налог»" />
      {me.data ? <SmzWarning me={me.data} isLinked={false} /> : null}
      {binding.error ? (
        <FailedPart message={binding.error.message} onRetry={binding.reload} />
      ) : binding.data ? (
        <Binding binding={binding.data} />
      ) : (
        <Skeleton active />
      )}
      <TaxPayerCard />
      {taxes.data ? <YearLimit taxes={taxes.data} /> : null}
    </>
  );
}

const LINK_STATES: Readonly<
  Record<
    FnsBinding["status"],
    { readonly title: string; readonly tone: "neutral" | "progress" | "good" | "bad" }
  >
> = {
  NONE: { title: "Не подключено", tone: "neutral" },
  IN_PROGRESS: { title: "Ждёт вашего подтверждения", tone: "progress" },
  COMPLETED: { title: "Подключено", tone: "good" },
  FAILED: { title: "Не удалось подключить", tone: "bad" },
};

function Binding({ binding }: { readonly binding: FnsBinding }) {
  const { status, smzState, inn, checkedAt, grantedPermissions, missingPermissions } = binding;
  const isBound = status === "COMPLETED";
  return (
    <SectionCard title="Доступ платформы">
      <Guidance binding={binding} />
      <Descriptions
        size="small"
        column={1}
        items={[
          { key: "status", label: "Доступ", children: <StateText {...LINK_STATES[status]} /> },
          {
            key: "smz",
            label: "Статус самозанятого",
            children: <StateText title={smzState.title} tone={SMZ_STATE.tones[smzState.id]} />,
          },
          { key: "inn", label: "ИНН", children: inn ?? "не указан" },
          { key: "checked", label: "Проверено", children: <DateText value={checkedAt} /> },
        ]}
      />
      {isBound ? (
        <List
          size="small"
          header="Что разрешено платформе"
          dataSource={[
            ...grantedPermissions.map((title) => ({ title, isGranted: true })),
            ...missingPermissions.map((title) => ({ title, isGranted: false })),
          ]}
          rowKey="title"
          renderItem={({ title, isGranted }) => (
            <List.Item>
              <span>
                {isGranted ? (
                  <CheckCircleOutlined aria-hidden />
                ) : (
                  <CloseCircleOutlined aria-hidden />
                )}{" "}
                {title}
                {isGranted ? "" : ": не разрешено"}
              </span>
            </List.Item>
          )}
        />
      ) : null}
      <Commands binding={binding} />
    </SectionCard>
  );
}

function Guidance({ binding: { status, missingPermissions } }: { readonly binding: FnsBinding }) {
  const hasPage = useHasPage();
  const guide = hasPage(GUIDE) ? (
    <PageLink to={GUIDE}>Как дать доступ, по шагам</PageLink>
  ) : undefined;
  if (status === "IN_PROGRESS")
    return (
      <Alert
        type="info"
        showIcon
        message="Откройте приложение «Мой налог», раздел «Партнёры», и разрешите доступ платформе. Здесь всё обновится само"
        description={guide}
      />
    );
  if (status === "FAILED")
    return (
      <Alert
        type="error"
        showIcon
        message="ФНС отклонила запрос или вы его не подтвердили. Запросите доступ ещё раз"
        description={guide}
      />
    );
  if (status === "NONE")
    return (
      <Alert
        type="warning"
        showIcon
        message="Без доступа платформа не может выдавать чеки, поэтому выплаты невозможны"
        description={guide}
      />
    );
  return missingPermissions.length > 0 ? (
    <Alert
      type="warning"
      showIcon
      message="Платформе разрешено не всё. Дайте недостающие права, чтобы чеки и налоги уходили без вас"
      description={guide}
    />
  ) : null;
}

function Commands({
  binding: { id, status, missingPermissions },
}: {
  readonly binding: FnsBinding;
}) {
  const { show } = useModal();
  const bind = useCommand(workmanTaxEndpoints.bind, {
    done: "Запрос отправлен. Подтвердите его в «Мой налог»",
    changes: [WORKMAN],
  });
  const check = useCommand(workmanTaxEndpoints.check, {
    done: "Спросили ФНС. Ответ появится здесь",
    changes: [WORKMAN],
  });
  const isBound = status === "COMPLETED";
  const asks =
    !isBound && status !== "IN_PROGRESS"
      ? "Подключить «Мой налог»"
      : isBound && missingPermissions.length > 0
        ? "Запросить недостающие права"
        : null;
  return (
    <Flex gap="small" wrap style={{ marginTop: 12 }}>
      {asks ? (
        <Button type="primary" loading={bind.isRunning} onClick={() => void bind.run({ body: {} })}>
          {asks}
        </Button>
      ) : null}
      {isBound || status === "IN_PROGRESS" ? (
        <Button
          loading={check.isRunning}
          onClick={() => void check.run({ body: status === "IN_PROGRESS" && id ? { id } : {} })}
        >
          Проверить
        </Button>
      ) : null}
      {isBound || status === "IN_PROGRESS" ? (
        <Button danger onClick={() => show(leavingWindow(isBound))}>
          {isBound ? "Отключить" : "Отозвать запрос"}
        </Button>
      ) : null}
    </Flex>
  );
}

function leavingWindow(isBound: boolean): ShownWindow {
  return {
    title: isBound ? "Отключить «Мой налог»" : "Отозвать запрос",
    content: (
      <RecordForm
        endpoint={workmanTaxEndpoints.unBind}
        sentence="Платформа перестанет видеть ваш статус и не сможет выдавать чеки: новых выплат и заданий не будет, пока вы не подключите её снова. Деньги в кошельке останутся вашими"
        submitTitle={isBound ? "Отключить" : "Отозвать"}
        backTitle="Оставить"
        isDangerous
        input={() => ({})}
        done="Доступ отозван"
        alsoChanges={[WORKMAN]}
      />
    ),
  };
}
