import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import type { EntryInvitation } from "./entry-parameters.ts";
import { ConsoleHttpError } from "#web/wire/http-error.ts";
import type { PageReader } from "#web/routes/page-module.ts";

/** Parameters `wi`, `wr`. */
type InvitationKind = "job-invite" | "registry";

export interface ValidInvitation {
  readonly status: "valid";
  readonly kind: InvitationKind;
  readonly id: string;
  readonly firstName: string | null;
  /** `79XXXXXXXXX`. */
  readonly phone: string;
}

const REFUSALS = ["absent", "unknown", "used", "expired", "canceled", "limited"] as const;
/** `absent`: no id in the URL; `limited`: too many wrong ids. */
export type Refusal = (typeof REFUSALS)[number];

export type ReadInvitation = ValidInvitation | { readonly status: Refusal };

const ID = /^[0-9a-f]{32}$/;

/** @throws ConsoleHttpError when the server fails. */
export async function readInvitation(
  read: PageReader,
  { jobInvite, registryRegistration }: EntryInvitation,
): Promise<ReadInvitation> {
  const id = registryRegistration || jobInvite;
  if (!id) return { status: "absent" };
  if (!ID.test(id)) return { status: "unknown" };
  const kind = registryRegistration ? "registry" : "job-invite";
  try {
    const { firstName, phone } = await read(
      kind === "registry" ? authEndpoints.invitedByRegistry : authEndpoints.invitedToJob,
      { params: { id } },
    );
    return { status: "valid", kind, id, firstName, phone };
  } catch (thrown) {
    const refusal = thrown instanceof ConsoleHttpError ? refusalOf(thrown) : null;
    if (refusal === null) throw thrown;
    return { status: refusal };
  }
}

export function refusalOf({ statusCode, details }: ConsoleHttpError): Refusal | null {
  if (statusCode === 404 || statusCode === 422) return "unknown";
  if (statusCode === 429) return "limited";
  if (statusCode !== 409 && statusCode !== 410) return null;
  const reason = details["reason"];
  return REFUSALS.find((one) => one === reason) ?? "used";
}

export const REFUSAL_STATUSES: Readonly<Record<Refusal, 200 | 404 | 410 | 429>> = {
  absent: 200,
  unknown: 404,
  used: 410,
  expired: 410,
  canceled: 410,
  limited: 429,
};

export const REFUSAL_TEXTS: Readonly<
  Record<Refusal, { readonly title: string; readonly text: string }>
> = {
  absent: {
    title: "Откройте приглашение по ссылке из СМС",
    text: "В этом адресе нет номера приглашения. Перейдите по ссылке из сообщения целиком или зарегистрируйтесь без приглашения.",
  },
  unknown: {
    title: "Приглашение не найдено",
    text: "Возможно, ссылка скопирована не целиком. Откройте её прямо из СМС или зарегистрируйтесь без приглашения.",
  },
  used: {
    title: "Приглашение уже использовано",
    text: "По нему уже зарегистрировались. Если это были вы, войдите по номеру телефона, на который пришло СМС. Если не вы — напишите в поддержку.",
  },
  expired: {
    title: "Срок приглашения истёк",
    text: "Попросите заказчика прислать новое приглашение или зарегистрируйтесь без него: заказчик найдёт вас по номеру телефона.",
  },
  canceled: {
    title: "Заказчик отменил приглашение",
    text: "Вы можете зарегистрироваться без него и откликаться на задания других заказчиков.",
  },
  limited: {
    title: "Слишком много попыток",
    text: "Из вашей сети открыли много неверных ссылок, поэтому приглашения закрыты на час. Попробуйте позже или зарегистрируйтесь без приглашения.",
  },
};
