import { PageLink } from "#web/ui/page-link.tsx";
import { PLATFORM_ADDRESS, PLATFORM_COMPANY } from "#contract/platform-company/platform-company.ts";
import { formatPhone } from "#contract/values/phone.ts";
import type { PublicPage } from "#web/routes/page-module.ts";
import { CallbackForm } from "./callback-form.tsx";
import { organizationOf } from "./organization.ts";
import { Requisites } from "./requisites.tsx";
import { useAnchor } from "./use-anchor.ts";
import "#web/ui/site.css";
import "./text-page.css";

const { email, privacyEmail, phone, openingHours } = PLATFORM_COMPANY;
/** A link, so the map service learns of nobody else. */
const MAP = `https://yandex.ru/maps/?text=${encodeURIComponent(PLATFORM_ADDRESS)}`;

export const page = {
  head: ({ origin }) => ({
    title: "Контакты",
    description:
      "Почта, телефон и адрес платформы для самозанятых в Москве, часы работы поддержки и реквизиты.",
    structured: [
      {
        "@type": "ContactPage",
        name: "Контакты",
        url: `${origin}/contacts`,
        inLanguage: "ru",
        about: { "@id": `${origin}/#organization` },
      },
      organizationOf(origin),
    ],
  }),
} satisfies PublicPage;

/** Source: specification §1, «an e-mail, a phone and a Moscow address». */
export default function Contacts() {
  useAnchor();
  return (
    <div className="text-page">
      <h1>Контакты</h1>
      <div className="cards">
        <div className="card">
          <h2>Почта</h2>
          <p>
            <a href={`mailto:${email}`}>{email}</a>
          </p>
          <p className="muted">О персональных данных — на отдельный адрес:</p>
          <p>
            <a href={`mailto:${privacyEmail}`}>{privacyEmail}</a>
          </p>
        </div>
        <div className="card">
          <h2>Телефон</h2>
          <p>
            <a href={`tel:+${phone}`}>{formatPhone(phone)}</a>
          </p>
          <p className="muted">
            {openingHours.days}, с <time>{openingHours.from}</time> до{" "}
            <time>{openingHours.to}</time> по московскому времени
          </p>
        </div>
        <div className="card">
          <h2>Адрес</h2>
          <address>{PLATFORM_ADDRESS}</address>
          <p>
            <a href={MAP} rel="noopener noreferrer nofollow external">
              Посмотреть на карте
            </a>
          </p>
        </div>
      </div>
      <section aria-labelledby="callback">
        <h2 id="callback">Хотите стать исполнителем? Перезвоним</h2>
        <div className="cards cards-wide">
          <div className="card">
            <CallbackForm />
          </div>
        </div>
      </section>
      <section aria-labelledby="before-writing">
        <h2 id="before-writing">Чтобы мы помогли быстрее</h2>
        <ul>
          <li>
            Поищите ответ в <PageLink to="/faq">базе знаний</PageLink>: там про сроки, чеки, налоги
            и возвраты.
          </li>
          <li>Если дело в выплате, назовите номер реестра или задания, дату и сумму.</li>
          <li>Если видели сообщение об ошибке, пришлите номер запроса из его второй строки.</li>
          <li>Никому не сообщайте коды из СМС и полный номер карты. Мы о них не спрашиваем.</li>
        </ul>
      </section>
      <Requisites />
    </div>
  );
}
