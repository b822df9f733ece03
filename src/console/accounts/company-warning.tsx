import { Alert } from "antd";
import type { AccountState } from "#contract/accounts/account-states.ts";

/** Source: `domain.md` §2.7. */
const WARNINGS: Readonly<Partial<Record<AccountState, string>>> = {
  DRAFT:
    "Компания ещё не отправлена на проверку: размещать задания и платить исполнителям можно после неё",
  MODERATION:
    "Компания на проверке. Модератор смотрит данные компании; когда проверка закончится, придёт уведомление: после неё можно создавать задания и платить исполнителям",
  REJECTED:
    "Компания не прошла проверку. Исправьте данные в кабинете заказчика, и она пойдёт на проверку ещё раз",
  DISABLED:
    "Компания заблокирована: начать новое задание или выплату нельзя, начатое закончится. Напишите в поддержку, чтобы узнать причину",
};

export function CompanyWarning({
  state,
  reason,
}: {
  readonly state: AccountState;
  /** The moderator's comment. */ readonly reason?: string;
}) {
  const text = WARNINGS[state];
  if (!text) return null;
  return (
    <Alert
      type={state === "MODERATION" || state === "DRAFT" ? "info" : "warning"}
      showIcon
      message={text}
      description={reason}
      style={{ marginBottom: 12 }}
    />
  );
}
