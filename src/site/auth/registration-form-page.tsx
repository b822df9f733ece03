import { useSearchParams } from "react-router";
import { PageLink } from "#web/ui/page-link.tsx";
import { TAXPAYER_TYPE, isOfferedTaxpayerType } from "#contract/definitions/taxpayer-types.ts";
import type { PublicPage } from "#web/routes/page-module.ts";
import { CustomerForm } from "./customer-form.tsx";
import { GuestOnly } from "./guest-only.tsx";
import { CUSTOMER_FORMS, formAddress, WORKMAN_FORMS } from "./legal-forms.ts";
import { WorkmanWay } from "./workman-way.tsx";
import "./registration.css";

type Side = "account" | "workman";
const SIDES = [
  { side: "account", title: "Заказчик", forms: CUSTOMER_FORMS },
  { side: "workman", title: "Исполнитель", forms: WORKMAN_FORMS },
] as const;

export const page = {
  head: ({ query }) => {
    const { side, customerType, taxpayerType } = readChoice(query);
    const title = customerType
      ? "Регистрация заказчика"
      : taxpayerType
        ? "Регистрация исполнителя"
        : "Выбор правовой формы";
    return {
      title,
      crumb: title,
      description:
        "Регистрация юридического лица, предпринимателя, самозанятого или физического лица на платформе для самозанятых.",
      canonical: "/registration-opf",
      isIndexed: side === null,
    };
  },
} satisfies PublicPage;

/** Source: specification §2, `/registration-opf`. */
export default function RegistrationFormPage() {
  return (
    <GuestOnly>
      <Chosen />
    </GuestOnly>
  );
}

function Chosen() {
  const [query] = useSearchParams();
  const { side, customerType, taxpayerType } = readChoice(query);
  if (!customerType && !taxpayerType) return <LegalFormChoice side={side} />;
  const title = customerType
    ? CUSTOMER_FORMS.find(({ id }) => id === customerType)?.title
    : taxpayerType && TAXPAYER_TYPE.titles[taxpayerType];
  return (
    <section className="registration card">
      <h1>Регистрация {customerType ? "заказчика" : "исполнителя"}</h1>
      <p className="muted">
        {title}. <PageLink to={`/registration-opf?side=${side}`}>Изменить</PageLink>
      </p>
      {customerType ? <CustomerForm form={customerType} /> : null}
      {taxpayerType ? <WorkmanWay taxpayerType={taxpayerType} /> : null}
      <p className="registration-aside">
        Уже зарегистрированы? <PageLink to="/authorization">Войти</PageLink>
      </p>
    </section>
  );
}

function LegalFormChoice({ side }: { readonly side: Side | null }) {
  const sides = SIDES.filter((one) => side === null || one.side === side);
  return (
    <section className="registration-choice">
      <h1>Выберите правовую форму</h1>
      {sides.map((one) => (
        <section key={one.side} aria-labelledby={`forms-${one.side}`}>
          <h2 id={`forms-${one.side}`}>{one.title}</h2>
          <ul className="plain-list cards">
            {one.forms.map(({ id, title, text }) => (
              <li key={id} className="card registration-option">
                <PageLink to={formAddress(one.side, id)}>{title}</PageLink>
                <p className="muted">{text}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p className="registration-aside">
        <PageLink to="/registration">Назад к выбору стороны</PageLink>
      </p>
    </section>
  );
}

function readChoice(query: URLSearchParams) {
  const [side, form] = [query.get("side"), query.get("form") ?? ""];
  return {
    side: side === "account" || side === "workman" ? (side as Side) : null,
    customerType:
      side === "account" ? (CUSTOMER_FORMS.find(({ id }) => id === form)?.id ?? null) : null,
    taxpayerType: side === "workman" && isOfferedTaxpayerType(form) ? form : null,
  };
}
