import { Button, Flex, Input, Typography } from "antd";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { ACCOUNT_STATE } from "#contract/accounts/account-states.ts";
import { REGISTRATION_STATUS } from "#contract/workman-registration/registration-states.ts";
import { SMZ_STATE } from "#contract/workman-taxes/smz-states.ts";
import { WORKMAN_STATE } from "#contract/workmen/workman-states.ts";
import { formatPhone, maskPhoneInput, wholePhone } from "#web/format/phone.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { PhoneInput } from "#console/kit/phone-input.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import {
  sandbox,
  type ArrivedInvitation,
  type SandboxPerson,
  type SentCode,
} from "./sandbox-calls.ts";
import { SandboxCard, SandboxColumns, SandboxList } from "./sandbox-card.tsx";
import { useSandboxRead } from "./use-sandbox.ts";

/** Polling interval, ms. */
const CODES_EVERY_MS = 3000;
const CODES_SHOWN = 10;

const INVITATION_STATES: Readonly<Record<ArrivedInvitation["state"], string>> = {
  valid: "действует",
  used: "использовано",
  canceled: "отменено",
  expired: "истекло",
  unknown: "неизвестно",
};

export function SandboxPeople() {
  return (
    <SandboxColumns
      left={
        <>
          <Codes />
          <Invitations />
        </>
      }
      right={
        <>
          <People />
        </>
      }
    />
  );
}

function Codes() {
  const [query, setQuery] = useSearchParams();
  const asked = query.get("phone") ?? "";
  const [typed, setTyped] = useState<string | null>(null);
  const phone = typed ?? maskPhoneInput(asked);
  const whole = wholePhone(phone) ?? "";
  const { data, error, isLoading, reload } = useSandboxRead(
    ["codes", whole],
    () => sandbox.codes(whole),
    CODES_EVERY_MS,
  );
  const handlePhone = (masked: string) => {
    const next = wholePhone(masked);
    setTyped(next || masked === "" ? null : masked);
    if (next || masked === "") setQuery(next ? { phone: next } : {}, { replace: true });
  };
  return (
    <SandboxCard title="Коды из СМС" error={error} onReload={reload}>
      <PhoneInput
        aria-label="Телефон"
        placeholder="Телефон: +7 (999) 123 45 67. Пусто — все"
        allowClear
        value={phone}
        onChange={handlePhone}
      />
      <div aria-live="polite">
        <SandboxList<SentCode>
          items={data?.items.slice(0, CODES_SHOWN)}
          isLoading={isLoading}
          empty="Кодов пока нет. Запросите код на странице входа"
          keyOf={({ phone: to, sentAt, code }) => `${to}-${sentAt}-${code}`}
          title={({ code }) => (
            <Typography.Text
              className="num"
              strong
              copyable={{ text: code, tooltips: ["Скопировать", "Скопировано"] }}
              style={{ fontSize: 20 }}
            >
              {code}
            </Typography.Text>
          )}
          details={({ phone: to, text, sentAt }) => (
            <>
              {formatPhone(to)}, <DateText value={sentAt} />. {text}
            </>
          )}
        />
      </div>
    </SandboxCard>
  );
}

function People() {
  const { data, error, isLoading, reload } = useSandboxRead(["people"], sandbox.people);
  const [, setQuery] = useSearchParams();
  const [search, setSearch] = useState("");
  const found = useMemo(
    () => data?.items.filter((person) => matches(person, search)),
    [data, search],
  );
  return (
    <SandboxCard title="Кем можно войти" error={error} onReload={reload}>
      <Input.Search
        aria-label="Найти человека"
        placeholder="Имя, телефон, роль или компания"
        allowClear
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <SandboxList<SandboxPerson>
        items={found}
        isLoading={isLoading}
        empty={search === "" ? "Людей пока нет" : "Никто не нашёлся. Измените поиск"}
        keyOf={({ phone, account }) => `${phone}-${account?.id ?? "workman"}`}
        title={({ name }) => name}
        details={(person) =>
          [formatPhone(person.phone), whoIs(person), statesOf(person)].filter(Boolean).join(" · ")
        }
        actions={({ phone, name }) => (
          <Button size="small" aria-label={`Коды: ${name}`} onClick={() => setQuery({ phone })}>
            Коды
          </Button>
        )}
      />
    </SandboxCard>
  );
}

function Invitations() {
  const { data, error, isLoading, reload } = useSandboxRead(["invitations"], sandbox.invitations);
  return (
    <SandboxCard title="Приглашения из СМС" error={error} onReload={reload}>
      <SandboxList<ArrivedInvitation>
        items={data?.items}
        isLoading={isLoading}
        empty="Приглашений пока нет. Пригласите исполнителя реестром или в задание"
        keyOf={({ id }) => id}
        title={({ kind, address, state }) => (
          <Flex gap={6} wrap>
            <PageLink to={address}>
              {kind === "wi" ? "Приглашение в задание" : "Регистрация из реестра"}
            </PageLink>
            <span>{INVITATION_STATES[state]}</span>
          </Flex>
        )}
        details={({ phone, sentAt }) => (
          <>
            {formatPhone(phone)}, <DateText value={sentAt} />
          </>
        )}
      />
    </SandboxCard>
  );
}

function matches(person: SandboxPerson, search: string): boolean {
  const digits = search.replace(/\D/g, "");
  const words = [person.name, whoIs(person), statesOf(person)].join(" ").toLowerCase();
  return (
    words.includes(search.trim().toLowerCase()) ||
    (digits.length > 2 && person.phone.includes(digits))
  );
}

/** States by their product titles: «Активен · Подтверждён · Регистрация завершена». */
function statesOf({ kind, state, smzState, registrationStatus }: SandboxPerson): string {
  const words =
    kind === "workman"
      ? [
          titleOf(WORKMAN_STATE, state),
          titleOf(SMZ_STATE, smzState),
          titleOf(REGISTRATION_STATUS, registrationStatus),
        ]
      : [titleOf(ACCOUNT_STATE, state)];
  return words.filter(Boolean).join(" · ");
}

/** An unknown state is shown by its id. */
function titleOf(
  states: { readonly titles: Readonly<Record<string, string>> },
  id: string | null,
): string {
  return id === null ? "" : (states.titles[id] ?? id);
}

function whoIs({ kind, role, account }: SandboxPerson): string {
  return kind === "workman"
    ? "Исполнитель"
    : [role?.title, account?.title].filter(Boolean).join(", ");
}
