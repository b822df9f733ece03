import { Button, Flex, Input, Select } from "antd";
import { useState } from "react";
import { REASONS } from "#contract/definitions/reasons.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { sandbox, type ModerationCase, type SandboxCompany } from "./sandbox-calls.ts";
import { SandboxCard, SandboxColumns, SandboxList } from "./sandbox-card.tsx";
import { SandboxSwitches } from "./sandbox-switches.tsx";
import { useSandboxAction, useSandboxRead } from "./use-sandbox.ts";

const CASE_KINDS: Readonly<Record<string, string>> = {
  account: "компания",
  workman: "исполнитель",
  "workman-document": "документ исполнителя",
  "account-name": "новое название компании",
  "payouts-stop": "остановленные выплаты",
  "account-review": "отзыв о компании",
  "workman-review": "отзыв об исполнителе",
  "account-review-reply": "ответ компании на отзыв",
  "workman-review-reply": "ответ исполнителя на отзыв",
  complaint: "жалоба",
  job: "задание",
  arbitration: "спор о выплате",
  "job-offer": "отклик",
};

export function SandboxModeration() {
  return (
    <SandboxColumns
      left={
        <>
          <Cases />
        </>
      }
      right={
        <>
          <SandboxSwitches service="registrations" title="Как отвечают на анкеты исполнителей" />
          <Companies />
        </>
      }
    />
  );
}

function Cases() {
  const { data, error, isLoading, reload } = useSandboxRead(["moderation"], sandbox.moderation);
  const act = useSandboxAction();
  const [reason, setReason] = useState("");
  const approve = (one: ModerationCase) =>
    void act(() => sandbox.decide(one, "approve", reason), "Одобрено");
  const reject = (one: ModerationCase) =>
    void act(
      () => sandbox.decide(one, "reject", reason.trim() || "Не прошло проверку"),
      "Отклонено",
    );
  return (
    <SandboxCard title="Ждут проверки" error={error} onReload={reload}>
      <Input
        aria-label="Причина"
        addonBefore="Причина"
        placeholder="Не прошло проверку"
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <SandboxList<ModerationCase>
        items={data?.items}
        isLoading={isLoading}
        empty="Проверять нечего"
        keyOf={({ kind, id }) => `${kind}-${id}`}
        title={({ title }) => title}
        details={({ kind, since }) => (
          <>
            {CASE_KINDS[kind] ?? "запись"}, <DateText value={since} />
          </>
        )}
        actions={(one) => (
          <Flex gap={6} wrap>
            <Button
              size="small"
              type="primary"
              aria-label={`Одобрить: ${one.title}`}
              onClick={() => approve(one)}
            >
              Одобрить
            </Button>
            <Button size="small" aria-label={`Отклонить: ${one.title}`} onClick={() => reject(one)}>
              Отклонить
            </Button>
          </Flex>
        )}
      />
    </SandboxCard>
  );
}

function Companies() {
  const { data, error, isLoading, reload } = useSandboxRead(["companies"], sandbox.companies);
  const act = useSandboxAction();
  const [reason, setReason] = useState<string>("CONTRACT_BREACH");
  const [comment, setComment] = useState("");
  const move = ({ id, title, state }: SandboxCompany) =>
    void (state.id === "DISABLED"
      ? act(() => sandbox.enableCompany(id), `${title}: блокировка снята`)
      : act(() => sandbox.disableCompany(id, reason, comment), `${title}: компания заблокирована`));
  return (
    <SandboxCard
      title="Блокировка компаний"
      hint="Заблокированная компания видит свои данные, но не начинает ничего нового. Начатые выплаты доходят до конца"
      error={error}
      onReload={reload}
    >
      <Flex gap="small" wrap>
        <Select
          style={{ flex: "1 1 220px" }}
          aria-label="Причина блокировки"
          value={reason}
          options={REASONS.accountReject.definitions.map(({ id, title }) => ({
            value: id,
            label: title,
          }))}
          onChange={setReason}
        />
        <Input
          style={{ flex: "1 1 200px" }}
          aria-label="Комментарий"
          placeholder="Комментарий"
          maxLength={500}
          value={comment}
          onChange={({ target }) => setComment(target.value)}
        />
      </Flex>
      <SandboxList<SandboxCompany>
        items={data?.items}
        isLoading={isLoading}
        empty="Работающих компаний пока нет"
        keyOf={({ id }) => String(id)}
        title={({ title }) => title}
        details={({ state, reason: why }) => [state.title, why].filter(Boolean).join(": ")}
        actions={(company) => (
          <Button
            size="small"
            danger={company.state.id !== "DISABLED"}
            aria-label={`${verbOf(company)}: ${company.title}`}
            onClick={() => move(company)}
          >
            {verbOf(company)}
          </Button>
        )}
      />
    </SandboxCard>
  );
}

function verbOf({ state }: SandboxCompany): string {
  return state.id === "DISABLED" ? "Разблокировать" : "Заблокировать";
}
