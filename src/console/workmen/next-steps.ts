import type { MyWorkmanInfo } from "#contract/workmen/workman.ts";

export interface NextStep {
  readonly text: string;
  readonly to: string;
  readonly label: string;
}

/** Most urgent first. */
export function nextStepsOf(me: MyWorkmanInfo): NextStep[] {
  // The questionnaire has its own link.
  if (me.state.id === "DRAFT") return [];
  const steps: NextStep[] = [];
  if (me.taxpayerTypeID === "SMZ" && me.smzState.id === "NOACCESS")
    steps.push({
      text: "Подключите «Мой налог»: без доступа платформа не может выдать чек",
      to: "/profile/workman/fns",
      label: "Подключить",
    });
  if (me.requiredDocuments.length > 0)
    steps.push({
      text: `Загрузите документы: ${me.requiredDocuments.map(({ title }) => title.toLowerCase()).join(", ")}`,
      to: "/profile/workman/documents",
      label: "Загрузить",
    });
  if (!me.hasPaymentDetails)
    steps.push({
      text: "Укажите, куда присылать выплаты: карта, счёт или СБП",
      to: "/profile/workman/payment-methods",
      label: "Указать",
    });
  if (me.services.length === 0)
    steps.push({
      text: "Выберите услуги: по ним заказчики находят вас в каталоге",
      to: "/profile/workman/services",
      label: "Выбрать",
    });
  if (me.city === null)
    steps.push({
      text: "Укажите город: задания рядом показываются первыми",
      to: "/profile/editprofile",
      label: "Указать",
    });
  return steps;
}
