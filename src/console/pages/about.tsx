import { PageLink } from "#console/ui/page-link.tsx";
import type { PublicPage } from "#console/providers/page-module.ts";
import { StoreLinks } from "#console/layout/mobile-app/store-links.tsx";
import { organizationOf } from "./organization.ts";
import { Requisites } from "./requisites.tsx";
import { useAnchor } from "./use-anchor.ts";
import "#console/ui/site/site.css";
import "./text-page.css";

export const page = {
  head: ({ origin }) => ({
    title: "О платформе",
    description:
      "Как устроена платформа, где компании платят самозанятым: правила выплат, проверки исполнителей, законы, по которым мы работаем.",
    structured: [
      {
        "@type": "AboutPage",
        name: "О платформе",
        url: `${origin}/about`,
        inLanguage: "ru",
        about: { "@id": `${origin}/#organization` },
      },
      organizationOf(origin),
    ],
  }),
} satisfies PublicPage;

const RULES = [
  {
    title: "Чек раньше денег",
    text: "Самозанятому платим только после того, как налоговая зарегистрировала чек. Если банк вернул деньги и выплата не состоялась, чек аннулируется.",
  },
  {
    title: "Платим за результат",
    text: "У каждой выплаты есть задание, период и принятый результат. Выплат, похожих на зарплату, платформа не пропускает.",
  },
  {
    title: "Изменить сумму — только вместе",
    text: "Заказчик предлагает новую сумму и называет причину, исполнитель соглашается или нет. Молчание согласием не считается.",
  },
  {
    title: "Ошибки видны заранее",
    text: "Реестр проверяется построчно до запуска: строка, столбец, причина и как исправить. До запуска ничего не списывается.",
  },
  {
    title: "Отказ без последствий",
    text: "Исполнитель сам выбирает задания и может отказаться от любого отклика и приглашения. На оценку это не влияет.",
  },
  {
    title: "Решение можно обжаловать",
    text: "Об ограничении доступа сообщаем с причиной и датой. Жалобу рассматривает человек, который решения не принимал.",
  },
] as const;

const BUSINESS_STEPS = [
  "Зарегистрируйте компанию по ИНН и дождитесь проверки.",
  "Пополните баланс по счёту: деньги остаются вашими до приёмки результата.",
  "Разместите задание или загрузите реестр — до 100\u00A0000 строк, ошибки видны до запуска.",
  "Назначьте роли и правила согласования: крупную выплату подтверждают несколько человек.",
  "Примите результат: чек, акт и выплата оформятся сами, документы лягут в архив.",
] as const;

const LAWS = [
  {
    law: "422-ФЗ",
    about:
      "о налоге на профессиональный доход: статус, лимит 2\u00A0400\u00A0000\u00A0₽ в год, чеки и сроки налога",
  },
  { law: "63-ФЗ", about: "об электронной подписи: акты и договоры подписываются кодом из СМС" },
  {
    law: "152-ФЗ",
    about:
      "о персональных данных: согласие отдельно, хранение в России, запись каждого просмотра паспорта",
  },
  {
    law: "289-ФЗ",
    about:
      "о платформенной экономике, с 1 октября 2026 года: право на отказ и прозрачные правила ограничений",
  },
] as const;

/** About: what the platform does, by which rules and laws, and what it does not do. */
export default function About() {
  useAnchor();
  return (
    <div className="text-page">
      <h1>О платформе</h1>
      <p className="text-lead">
        Платформа связывает компании и самозанятых. Компании размещают задания и платят сразу
        многим, исполнители находят работу и получают деньги с чеком и актом, а налоговая видит
        каждый расчёт.
      </p>
      <section aria-labelledby="rules">
        <h2 id="rules">Наши правила</h2>
        <div className="cards">
          {RULES.map(({ title, text }) => (
            <div key={title} className="card">
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          ))}
        </div>
      </section>
      <section aria-labelledby="who">
        <h2 id="who">Кто здесь работает</h2>
        <p>
          <strong>Заказчики</strong> — компании и предприниматели. У сотрудников восемь ролей: от
          владельца до наблюдателя; тот, кто подписывает, не обязательно платит.
        </p>
        <p>
          <strong>Исполнители</strong> — самозанятые граждане России, Беларуси, Казахстана, Армении,
          Кыргызстана и Украины, предприниматели и физические лица. Работа есть в 12 группах услуг:
          от склада и доставки до разработки и обучения.
        </p>
      </section>
      <section aria-labelledby="business">
        <h2 id="business">Для бизнеса</h2>
        <p>
          Компании платят самозанятым как подрядчикам: за результат, с чеком и актом по каждой
          выплате, без зарплатных ведомостей.
        </p>
        <ol>
          {BUSINESS_STEPS.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p>
          Комиссия берётся сверх вознаграждения и видна до запуска; исполнитель получает всю сумму,
          о которой договорились. Условия — в{" "}
          <PageLink to="/documents/customer-contract">договоре с заказчиком</PageLink>.
        </p>
      </section>
      <section aria-labelledby="app">
        <h2 id="app">Мобильное приложение</h2>
        <p>
          Исполнителям: отклики, акты и выплаты с уведомлениями на телефон. Всё то же работает и в
          браузере телефона, без установки.
        </p>
        <StoreLinks />
      </section>
      <section aria-labelledby="laws">
        <h2 id="laws">По каким законам</h2>
        <dl className="facts">
          {LAWS.map(({ law, about }) => (
            <Law key={law} law={law} about={about} />
          ))}
        </dl>
      </section>
      <section aria-labelledby="not">
        <h2 id="not">Чего мы не делаем</h2>
        <ul>
          <li>Не становимся работодателем и не заменяем трудовой договор.</li>
          <li>Не берём денег с исполнителей.</li>
          <li>Не храним номера карт и не спрашиваем коды из СМС.</li>
          <li>
            Не принимаем заданий на агентские продажи, охрану, медицинские услуги и торговлю
            маркированным товаром.
          </li>
        </ul>
      </section>
      <Requisites />
      <p className="row">
        <PageLink className="button button-plain" to="/documents">
          Правовые документы
        </PageLink>
        <PageLink to="/faq">База знаний</PageLink>
        <PageLink to="/contacts">Контакты</PageLink>
      </p>
    </div>
  );
}

function Law({ law, about }: { law: string; about: string }) {
  return (
    <>
      <dt>{law}</dt>
      <dd>{about}</dd>
    </>
  );
}
