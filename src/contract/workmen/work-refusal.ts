import { TAXPAYER_TYPE } from "#contract/definitions/taxpayer-types.ts";
import { formatMoney } from "#contract/values/money.ts";
import { WORKMAN_DOCUMENT_TYPE } from "#contract/workman-documents/workman-document-states.ts";
import {
  type HirableFacts,
  isSelfEmployed,
  type PayableFacts,
  payoutKindFor,
  taxFinding,
} from "./payability.ts";

/** Reader of the sentence: the customer who chooses or pays, or the workman himself. */
export type Listener = "account" | "workman";

export interface WorkingFacts extends HirableFacts {
  readonly earnedKopecks: bigint;
  readonly yearLimitKopecks: bigint;
}

/** `null`: unknown yet, forbids nothing. */
export interface WorkTerms {
  readonly sumKopecks: bigint | null;
  readonly allowedTaxpayerTypes: readonly string[] | null;
}

/**
 * Why this workman may not take a job, as a sentence with what to do; `null` when he may. One rule
 * for the flag on his page, his offer and the customer's acceptance, so nobody is refused only at
 * the end. Source: `domain.md` §2.4, «worker payable, documents valid», §1.5, §3.4.
 */
export function workRefusal(
  workman: WorkingFacts,
  terms: WorkTerms,
  listener: Listener,
): string | null {
  if (workman.state !== "ACTIVE") return profileSentence(workman.state, listener);
  const tax = taxSentence(workman, listener, "take");
  if (tax !== null) return tax;
  const type = workman.taxpayerType;
  if (
    terms.allowedTaxpayerTypes !== null &&
    !terms.allowedTaxpayerTypes.includes(type) &&
    TAXPAYER_TYPE.has(type)
  ) {
    return `Услуга этого задания недоступна: ${TAXPAYER_TYPE.titles[type]}. ${listener === "account" ? "Выберите другого исполнителя" : "Посмотрите другие задания"}`;
  }
  const paper = paperSentence(workman, listener);
  if (paper !== null) return paper;
  if (payoutKindFor(workman) === null) return NO_DETAILS[listener];
  const left = workman.yearLimitKopecks - workman.earnedKopecks;
  if (terms.sumKopecks !== null && isSelfEmployed(workman) && terms.sumKopecks > left)
    return `Превышен годовой лимит дохода самозанятого: доступно ${formatMoney(left > 0n ? left : 0n)}`;
  return null;
}

function paperSentence(
  { outdated: [paper] }: Pick<HirableFacts, "outdated">,
  listener: Listener,
): string | null {
  if (!paper) return null;
  return `Документ «${WORKMAN_DOCUMENT_TYPE.titles[paper]}» больше не действует. ${listener === "account" ? "Исполнитель должен загрузить новый" : "Загрузите новый в профиле"}`;
}

/**
 * Why the workman's income cannot be registered, in words for his exact state; `null` when it can.
 */
export function taxSentence(
  workman: Pick<PayableFacts, "smzState" | "taxpayerType">,
  listener: Listener,
  purpose: "take" | "pay",
): string | null {
  if (taxFinding(workman) === null) return null;
  const kind =
    isSelfEmployed(workman) && workman.smzState in TAX_SENTENCES
      ? (workman.smzState as keyof typeof TAX_SENTENCES)
      : isSelfEmployed(workman)
        ? "NOTSE"
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

/** Advice to a customer who must pay this very workman. */
const TAX_ADVICE = {
  INDIVIDUAL: "Попросите его получить статус самозанятого и повторите",
  NOTSE: "Попросите его восстановить статус и повторите",
  LIMITED: "Договоритесь с ним о выплате в следующем году",
  NOACCESS: "Попросите его подключить платформу и повторите",
  CHECKING: "Повторите через несколько минут",
  UNKNOWN: "Попросите его проверить статус и повторите",
  VALIDATION_ERROR: "Попросите его исправить данные и повторите",
} as const satisfies Record<keyof typeof TAX_SENTENCES, string>;

/** Why a customer cannot pay this workman in a registry now; `null` when he can. */
export function payRefusal(workman: HirableFacts): string | null {
  if (workman.state !== "ACTIVE") return "Исполнитель ещё не завершил регистрацию или заблокирован";
  return (
    taxSentence(workman, "account", "pay") ??
    paperSentence(workman, "account") ??
    (payoutKindFor(workman) === null ? NO_DETAILS.account : null)
  );
}

export const NO_DETAILS: Readonly<Record<Listener, string>> = {
  account: "У исполнителя не указаны платёжные реквизиты. Попросите его добавить карту или счёт",
  workman:
    "Сначала укажите, куда перечислять деньги: добавьте карту или счёт в разделе «Способы выплаты»",
};

function profileSentence(state: string, listener: Listener): string {
  if (listener === "account")
    return "Исполнитель ещё не завершил регистрацию или заблокирован. Выберите другого";
  if (state === "BLOCKED") return "Ваш профиль заблокирован. Обратитесь в поддержку";
  if (state === "MODERATION") return "Ваш профиль на проверке. Брать задания можно будет после неё";
  if (state === "REJECTED")
    return "Ваш профиль не прошёл проверку. Исправьте данные и отправьте его снова";
  return "Завершите регистрацию, чтобы брать задания";
}
