import { TAXPAYER_TYPE } from "#contract/definitions/taxpayer-types.ts";
import { formatMoney } from "#contract/values/money.ts";
import { WORKMAN_DOCUMENT_TYPE } from "#contract/workman-documents/workman-document-states.ts";
import {
  isSelfEmployed,
  leftOfYear,
  NO_TERMS,
  type PayableFacts,
  type PayCause,
  type PayTerms,
  payCauses,
  stopOfRunningWork,
} from "./payability.ts";

/** Reader of the sentence. */
export type Listener = "account" | "workman";

export interface WorkingFacts extends PayableFacts {
  readonly earnedKopecks: bigint;
  readonly yearLimitKopecks: bigint;
}

/** `null`: unknown, forbids nothing. */
export interface WorkTerms {
  readonly sumKopecks: bigint | null;
  readonly allowedTaxpayerTypes: readonly string[] | null;
  readonly isBlacklisted?: boolean;
}

/**
 * With what to do; `null` when allowed. One rule for his page, his offer and its acceptance.
 * Source: `domain.md` §2.4, «worker payable, documents valid», §1.5, §3.4.
 */
export function workRefusal(
  workman: WorkingFacts | null,
  terms: WorkTerms,
  listener: Listener,
): string | null {
  const leftKopecks = workman && leftOfYear(workman, workman.yearLimitKopecks);
  const [cause] = payCauses(workman ?? undefined, { ...NO_TERMS, ...terms, leftKopecks });
  return cause ? paySentence(cause, { workman, leftKopecks, listener, purpose: "take" }) : null;
}

/** Why a registry cannot pay the workman. */
export function payRefusal(workman: PayableFacts, isBlacklisted: boolean): string | null {
  const [cause] = payCauses(workman, { ...NO_TERMS, isBlacklisted });
  return cause
    ? paySentence(cause, { workman, leftKopecks: null, listener: "account", purpose: "pay" })
    : null;
}

/** `null` when it can be paid. */
export function runningWorkRefusal(
  workman: PayableFacts,
  sums: Pick<PayTerms, "sumKopecks" | "leftKopecks">,
  listener: Listener,
): string | null {
  const cause = stopOfRunningWork(workman, sums);
  return (
    cause &&
    paySentence(cause, { workman, leftKopecks: sums.leftKopecks, listener, purpose: "pay" })
  );
}

/** For a repeated payment above the year's limit. */
export function overYearSentence(leftKopecks: bigint): string {
  return `${overYear(leftKopecks)}. ${TAX_ADVICE.LIMITED}`;
}

interface Said {
  readonly workman: PayableFacts | null;
  readonly leftKopecks: bigint | null;
  readonly listener: Listener;
  readonly purpose: "take" | "pay";
}

function paySentence(cause: PayCause, said: Said): string {
  return SENTENCES[cause](said);
}

const byListener =
  (sentences: Readonly<Record<Listener, string>>) =>
  ({ listener }: Said): string =>
    sentences[listener];

const SENTENCES: Readonly<Record<PayCause, (said: Said) => string>> = {
  worker_blacklisted: byListener({
    account: "Исполнитель в чёрном списке. Уберите его оттуда или выберите другого",
    workman: "Этот заказчик не может дать вам задание",
  }),
  worker_not_found: byListener({
    account: "Исполнитель не зарегистрирован на платформе",
    workman: "Сначала завершите регистрацию",
  }),
  worker_not_active: ({ workman, listener, purpose }) =>
    listener === "account"
      ? `Исполнитель ещё не завершил регистрацию или заблокирован${purpose === "take" ? ". Выберите другого" : ""}`
      : profileSentence(workman?.state ?? ""),
  worker_not_self_employed: taxSentence,
  worker_no_tax_access: taxSentence,
  worker_tax_unchecked: taxSentence,
  worker_tax_data: taxSentence,
  worker_document_outdated: ({ workman, listener }) => {
    const [paper] = workman?.outdated ?? [];
    return `${paper ? `Документ «${WORKMAN_DOCUMENT_TYPE.titles[paper]}»` : "Документ"} больше не действует. ${listener === "account" ? "Нужен новый, прошедший проверку" : "Загрузите новый в профиле: он подействует после проверки"}`;
  },
  service_not_allowed: ({ workman, listener }) => {
    const type = workman?.taxpayerType ?? "";
    return `Услуга этого задания недоступна${TAXPAYER_TYPE.has(type) ? `: ${TAXPAYER_TYPE.titles[type]}` : ""}. ${listener === "account" ? "Выберите другого исполнителя" : "Посмотрите другие задания"}`;
  },
  work_before_bind: byListener({
    account: "Работы закончены раньше, чем исполнитель подключил «Мой налог». Проверьте даты",
    workman: "Работы закончены раньше, чем вы подключили «Мой налог»",
  }),
  no_payout_details: byListener({
    account: "У исполнителя не указаны платёжные реквизиты. Попросите его добавить карту или счёт",
    workman:
      "Сначала укажите, куда перечислять деньги: добавьте карту или счёт в разделе «Способы выплаты»",
  }),
  year_limit: (said) => {
    if (said.workman?.smzState === "LIMITED") return taxSentence(said);
    return said.purpose === "pay" && said.listener === "account"
      ? overYearSentence(said.leftKopecks ?? 0n)
      : overYear(said.leftKopecks ?? 0n);
  },
};

function overYear(leftKopecks: bigint): string {
  return `Превышен годовой лимит дохода самозанятого: доступно ${formatMoney(leftKopecks > 0n ? leftKopecks : 0n)}`;
}

/** Sentence for the exact tax status. */
function taxSentence({ workman, listener, purpose }: Said): string {
  const kind =
    workman && isSelfEmployed(workman)
      ? workman.smzState in TAX_SENTENCES
        ? (workman.smzState as keyof typeof TAX_SENTENCES)
        : "NOTSE"
      : "INDIVIDUAL";
  const [sentence, advice] = [TAX_SENTENCES[kind][listener], TAX_ADVICE[kind]];
  if (listener === "workman") return sentence;
  return `${sentence}. ${purpose === "pay" ? advice : "Выберите другого"}`;
}

const TAX_SENTENCES = {
  INDIVIDUAL: {
    account:
      "Исполнитель — физическое лицо без статуса самозанятого, таким платформа пока не платит",
    workman:
      "Платформа пока платит только самозанятым и предпринимателям. Получите статус самозанятого в «Мой налог», чтобы брать задания",
  },
  NOTSE: {
    account: "Исполнитель не является самозанятым",
    workman: "Подтвердите статус самозанятого, чтобы брать задания",
  },
  LIMITED: {
    account: "Исполнитель превысил годовой лимит дохода самозанятого",
    workman:
      "Вы превысили годовой лимит дохода самозанятого. Брать задания можно со следующего года или в статусе предпринимателя",
  },
  NOACCESS: {
    account: "Нет доступа к «Мой налог» исполнителя",
    workman: "Подключите платформу в «Мой налог», чтобы брать задания",
  },
  CHECKING: {
    account: "Статус самозанятого исполнителя проверяется",
    workman: "Ваш статус самозанятого проверяется. Попробуйте через несколько минут",
  },
  UNKNOWN: {
    account: "Статус самозанятого исполнителя ещё не проверен",
    workman: "Ваш статус самозанятого ещё не проверен. Нажмите «Проверка» в профиле",
  },
  VALIDATION_ERROR: {
    account: "Налоговая служба не подтвердила данные исполнителя",
    workman: "Налоговая служба не подтвердила ваши данные. Проверьте ИНН и паспорт в профиле",
  },
} as const;

/** For a customer who must pay this workman. */
const TAX_ADVICE = {
  INDIVIDUAL: "Попросите его получить статус самозанятого и повторите",
  NOTSE: "Попросите его восстановить статус и повторите",
  LIMITED: "Договоритесь с ним о выплате в следующем году",
  NOACCESS: "Попросите его подключить платформу и повторите",
  CHECKING: "Повторите через несколько минут",
  UNKNOWN: "Попросите его проверить статус и повторите",
  VALIDATION_ERROR: "Попросите его исправить данные и повторите",
} as const satisfies Record<keyof typeof TAX_SENTENCES, string>;

function profileSentence(state: string): string {
  if (state === "BLOCKED") return "Ваш профиль заблокирован. Обратитесь в поддержку";
  if (state === "MODERATION") return "Ваш профиль на проверке. Брать задания можно будет после неё";
  if (state === "REJECTED")
    return "Ваш профиль не прошёл проверку. Исправьте данные и отправьте его снова";
  return "Завершите регистрацию, чтобы брать задания";
}
