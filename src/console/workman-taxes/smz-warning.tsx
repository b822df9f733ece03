import { Alert } from "antd";
import { workmanTaxEndpoints } from "#contract/workman-taxes/workman-tax-endpoints.ts";
import type { MyWorkmanInfo } from "#contract/workmen/workman.ts";
import { CommandButton } from "#console/kit/command-button.tsx";
import { useCommand } from "#console/calls/use-command.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { FNS, WORKMAN } from "./tax-labels.ts";

/** Source: specification §4, «smzState»; `domain.md` §1.3. */
const WORDS: Readonly<Record<Exclude<MyWorkmanInfo["smzState"]["id"], "OK">, string>> = {
  CHECKING: "Ваш статус самозанятого проверяется. Обычно это занимает несколько минут",
  UNKNOWN:
    "Статус самозанятого ещё не проверен. Проверьте его, чтобы брать задания и получать выплаты",
  LIMITED: "Годовой лимит дохода самозанятого превышен: до конца года новых выплат не будет",
  NOACCESS:
    "Платформа не подключена в «Мой налог»: она не может выдать чек, поэтому выплаты невозможны",
  NOTSE:
    "По данным ФНС вы не самозанятый. Встаньте на учёт в «Мой налог» и проверьте статус ещё раз",
  VALIDATION_ERROR: "ФНС не подтвердила ваши данные. Проверьте ИНН и паспорт в анкете",
};

/** With the specification's button «Проверка». */
export function SmzWarning({
  me,
  isLinked = true,
}: {
  readonly me: MyWorkmanInfo;
  readonly isLinked?: boolean;
}) {
  const { smzState, taxpayerTypeID, state } = me;
  if (smzState.id === "OK" || taxpayerTypeID !== "SMZ" || state.id === "DRAFT") return null;
  const isWaiting = smzState.id === "CHECKING" || smzState.id === "UNKNOWN";
  return (
    <Alert
      type={isWaiting ? "warning" : "error"}
      showIcon
      style={{ marginBottom: 12 }}
      message={WORDS[smzState.id]}
      description={isLinked ? <PageLink to={FNS}>Связь с «Мой налог»</PageLink> : undefined}
      action={<CheckButton me={me} />}
    />
  );
}

/** Rechecks with the tax service. Source: specification §4. */
function CheckButton({ me: { id, permissions } }: { readonly me: MyWorkmanInfo }) {
  const { run, isRunning } = useCommand(workmanTaxEndpoints.smzUnknown, {
    done: "Спросили ФНС. Ответ появится здесь",
    changes: [WORKMAN],
  });
  if (!permissions.updateSmzStatusUnknown) return null;
  const handleClick = () => void run({ body: { workmanID: id } });
  return (
    <CommandButton loading={isRunning} onClick={handleClick}>
      Проверка
    </CommandButton>
  );
}
