import { useCan } from "@refinedev/core";
import { Button, Descriptions, Form, InputNumber, Skeleton } from "antd";
import { useState } from "react";
import { accountEndpoints } from "#contract/accounts/account-endpoints.ts";
import type { AccountSettings } from "#contract/accounts/account.ts";
import { loosensAcceptLimit, loosensAutoAccept } from "#contract/approvals/loosening.ts";
import {
  ACT_AUTO_SIGN_HOURS,
  DOCUMENT_SIGN_DAYS,
} from "#contract/job-documents/job-document-states.ts";
import { countOf } from "#contract/values/plural.ts";
import { formatRubles } from "#web/format/money.ts";
import { CountedArea } from "#console/kit/counted-area.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";
import { SectionCard } from "#console/kit/section-card.tsx";
import { useIsPhone } from "#console/kit/use-is-phone.ts";
import { right } from "#console/refine/access-control-provider.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { FailedPart } from "#console/kit/failed-part.tsx";
import { NoticeEmail } from "./notice-email.tsx";

const LABELS: Readonly<Record<keyof AccountSettings, string>> = {
  actAutoSignHours: "Акт подписывается сам, если исполнитель не ответил",
  resultAutoAcceptDays: "Результат принимается сам, если вы не ответили",
  projectManagerAcceptLimit: "Менеджер проектов принимает результат на сумму до",
  defaultReceiptText: "Текст чека, если в задании нет своего",
  noticeEmail: "Копии уведомлений о компании приходят на",
};
/** The e-mail has its own modal, with a code. */
type Values = Omit<AccountSettings, "noticeEmail">;
const HOURS = ["час", "часа", "часов"] as const;
const DAYS = ["день", "дня", "дней"] as const;
const MOST_RUBLES = 100_000_000;
const NUMBER = { controls: false, style: { width: 160 } };

export default function SettingsSection() {
  const mayChange = useCan(right("settings.manage")).data?.can === true;
  const {
    data: settings,
    error,
    reload,
  } = useRead(accountEndpoints.settings, {}, { silent: true });
  const [isEdited, setIsEdited] = useState(false);
  const handleSaved = () => {
    setIsEdited(false);
    reload();
  };
  return (
    <SectionCard
      title="Настройки компании"
      extra={
        mayChange && settings && !isEdited ? (
          <Button onClick={() => setIsEdited(true)}>Изменить настройки</Button>
        ) : null
      }
    >
      {error && !settings ? <FailedPart message={error.message} onRetry={reload} /> : null}
      {!error && !settings ? <Skeleton active /> : null}
      {settings && isEdited ? (
        <SettingsForm
          settings={settings}
          onClose={() => setIsEdited(false)}
          onSaved={handleSaved}
        />
      ) : null}
      {settings && !isEdited ? (
        <Settings settings={settings} mayChange={mayChange} onChanged={reload} />
      ) : null}
    </SectionCard>
  );
}

interface SettingsProps {
  readonly settings: AccountSettings;
  readonly mayChange: boolean;
  readonly onChanged: () => void;
}

function Settings({
  settings: {
    actAutoSignHours,
    resultAutoAcceptDays,
    projectManagerAcceptLimit,
    defaultReceiptText,
    noticeEmail,
  },
  mayChange,
  onChanged,
}: SettingsProps) {
  const isPhone = useIsPhone();
  return (
    <Descriptions
      size="small"
      column={1}
      layout={isPhone ? "vertical" : "horizontal"}
      colon={!isPhone}
      items={[
        {
          key: "act",
          label: LABELS.actAutoSignHours,
          children:
            actAutoSignHours === null
              ? "нет, всегда ждём подпись"
              : `через ${countOf(actAutoSignHours, HOURS)}, кроме первого акта с исполнителем`,
        },
        {
          key: "result",
          label: LABELS.resultAutoAcceptDays,
          children:
            resultAutoAcceptDays === null
              ? "нет, всегда решает человек"
              : `через ${countOf(resultAutoAcceptDays, DAYS)}`,
        },
        {
          key: "limit",
          label: LABELS.projectManagerAcceptLimit,
          children:
            projectManagerAcceptLimit === null
              ? "без ограничения"
              : formatRubles(projectManagerAcceptLimit),
        },
        {
          key: "receipt",
          label: LABELS.defaultReceiptText,
          children: defaultReceiptText ?? "текст услуги из справочника",
        },
        {
          key: "notices",
          label: LABELS.noticeEmail,
          children: <NoticeEmail email={noticeEmail} mayChange={mayChange} onChanged={onChanged} />,
        },
      ]}
    />
  );
}

interface SettingsFormProps {
  readonly settings: AccountSettings;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

function looserSettings(before: AccountSettings, after: Values) {
  const isHigher = loosensAcceptLimit(
    before.projectManagerAcceptLimit,
    after.projectManagerAcceptLimit,
  );
  const isSooner = loosensAutoAccept(before.resultAutoAcceptDays, after.resultAutoAcceptDays);
  return {
    what: [
      ...(isHigher
        ? ["Менеджер проектов сможет один согласиться на большие суммы, чем сейчас"]
        : []),
      ...(isSooner ? ["Результаты будут приниматься без ответа компании раньше, чем сейчас"] : []),
    ].join(". "),
    loosening: {
      ...(isHigher ? { projectManagerAcceptLimit: after.projectManagerAcceptLimit } : {}),
      ...(isSooner ? { resultAutoAcceptDays: after.resultAutoAcceptDays } : {}),
    },
  };
}

/** An empty field switches the setting off. */
function sentSettings(values: Values) {
  return {
    actAutoSignHours: values.actAutoSignHours ?? null,
    resultAutoAcceptDays: values.resultAutoAcceptDays ?? null,
    projectManagerAcceptLimit: values.projectManagerAcceptLimit ?? null,
    defaultReceiptText: values.defaultReceiptText?.trim() || null,
  };
}

function SettingsForm({ settings, onClose, onSaved }: SettingsFormProps) {
  return (
    <RecordForm
      endpoint={accountEndpoints.updateSettings}
      submitTitle="Сохранить настройки"
      labels={LABELS}
      initialValues={settings}
      input={(values: Values, otp) => ({ body: { ...sentSettings(values), otp } })}
      looser={(values) => looserSettings(settings, sentSettings(values))}
      done="Настройки сохранены"
      onDone={onSaved}
      onBack={onClose}
    >
      <Form.Item
        name="actAutoSignHours"
        label={LABELS.actAutoSignHours}
        extra={`По договору у исполнителя не меньше ${ACT_AUTO_SIGN_HOURS} часов. Первый акт с исполнителем сам не подписывается. Пусто — всегда ждём подпись`}
      >
        <InputNumber
          {...NUMBER}
          min={ACT_AUTO_SIGN_HOURS}
          max={(DOCUMENT_SIGN_DAYS - 1) * 24}
          precision={0}
          addonAfter="часов"
        />
      </Form.Item>
      <Form.Item
        name="resultAutoAcceptDays"
        label={LABELS.resultAutoAcceptDays}
        extra="Считается со дня, когда исполнитель закончил. Если вы предлагали другую сумму, результат сам не примется. Пусто — всегда решает человек. При правилах согласования сократить срок можно только с кодом владельца"
      >
        <InputNumber {...NUMBER} min={1} max={30} precision={0} addonAfter="дней" />
      </Form.Item>
      <Form.Item
        name="projectManagerAcceptLimit"
        label={LABELS.projectManagerAcceptLimit}
        extra="Большую сумму примет владелец, администратор или финансовый менеджер. Пусто — без ограничения. Увеличить предел можно только с кодом владельца"
      >
        <InputNumber
          {...NUMBER}
          min={0}
          max={MOST_RUBLES}
          precision={2}
          decimalSeparator=","
          addonAfter="₽"
        />
      </Form.Item>
      <Form.Item
        name="defaultReceiptText"
        label={LABELS.defaultReceiptText}
        extra="Без слов «зарплата», «аванс», «премия»: они говорят о трудовых отношениях"
      >
        <CountedArea rows={2} maxLength={256} />
      </Form.Item>
    </RecordForm>
  );
}
