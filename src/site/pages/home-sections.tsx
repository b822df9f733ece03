import { PageLink } from "#web/ui/page-link.tsx";
import { useSession } from "#web/session/session.ts";
import { useRegistrationAddress } from "#web/ui/page-index.ts";

export function HomeRoads() {
  const registration = useRegistrationAddress();
  const isGuest = useSession().status !== "signed-in";
  return (
    <section aria-labelledby="for-whom">
      <h2 id="for-whom">Кому подойдёт</h2>
      <div className="cards cards-wide">
        <div className="card home-road">
          <h3>Заказчикам</h3>
          <ul>
            <li>Один реестр вместо сотен платёжек: загрузите таблицу, ошибки видны до запуска.</li>
            <li>Статус самозанятого и годовой лимит проверяются перед каждой выплатой.</li>
            <li>Акты, чеки и документы платформы — архивом за период до года.</li>
            <li>Роли, согласование по суммам и доступ по проектам.</li>
          </ul>
          <p className="row">
            {isGuest ? (
              <PageLink className="button" to={registration}>
                Подключить компанию
              </PageLink>
            ) : null}
            <PageLink to="/documents/customer-contract">Договор с заказчиком</PageLink>
          </p>
        </div>
        <div className="card home-road">
          <h3>Исполнителям</h3>
          <ul>
            <li>Деньги на карту, счёт или по номеру телефона в течение 3 рабочих дней.</li>
            <li>Чек формируется сам, налог можно поручить платформе.</li>
            <li>
              Условия известны до начала: сумма заморожена, отказаться от отклика можно всегда.
            </li>
            <li>Комиссии для исполнителя нет.</li>
          </ul>
          <p className="row">
            {isGuest ? (
              <PageLink className="button" to={registration}>
                Стать исполнителем
              </PageLink>
            ) : null}
            <PageLink to="/documents/contract">Договор возмездного оказания услуг</PageLink>
            <PageLink to="/contacts#callback">Перезвоните мне</PageLink>
          </p>
        </div>
      </div>
    </section>
  );
}

const STEPS = [
  {
    title: "Заморозка",
    text: "Сумма и комиссия откладываются на балансе заказчика: платить точно есть чем.",
  },
  { title: "Акт", text: "Платформа составляет акт, исполнитель подписывает его кодом из СМС." },
  {
    title: "Чек",
    text: "Налоговая регистрирует чек самозанятого. Пока его нет, деньги стоят на месте.",
  },
  {
    title: "Распоряжение банку",
    text: "Деньги уходят исполнителю. Если банк вернул их, чек аннулируется.",
  },
  { title: "Выплачено", text: "Банк подтверждает выплату, документы ложатся в архив." },
] as const;

/** Source: `domain.md` §0.3. */
export function HomeSteps() {
  return (
    <section aria-labelledby="payout-steps">
      <h2 id="payout-steps">Как проходит выплата</h2>
      <ol className="home-steps">
        {STEPS.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Source: `domain.md` §4.1 (rows and formats), §2.1 (one code), specification §9 (days). */
const FIGURES = [
  { figure: "100\u00A0000", text: "строк в одном реестре, XLSX или CSV" },
  { figure: "1\u00A0код", text: "из СМС подтверждает весь реестр" },
  { figure: "3\u00A0дня", text: "рабочих — за это время деньги приходят исполнителю" },
  { figure: "0\u00A0₽", text: "платит платформе исполнитель" },
] as const;

export function HomeFigures() {
  return (
    <section aria-labelledby="figures">
      <h2 id="figures">Платформа в числах</h2>
      <dl className="home-figures">
        {FIGURES.map(({ figure, text }) => (
          <div key={figure}>
            <dt>{text}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const SAFETY = [
  {
    title: "Дважды не заплатить",
    text: "Реестр запускается один раз. Второе нажатие, вторая вкладка и обрыв связи новой выплаты не создают.",
  },
  {
    title: "Каждое решение — чьё-то",
    text: "Выплату подтверждает код, крупную — второй сотрудник. Журнал действий нельзя изменить, он хранится 5 лет.",
  },
  {
    title: "Данные закрыты",
    text: "Паспорта и счета зашифрованы, каждый просмотр записан. Номер карты знает только банк.",
  },
] as const;

export function HomeSafety() {
  return (
    <section aria-labelledby="safety">
      <h2 id="safety">Безопасность</h2>
      <div className="cards">
        {SAFETY.map(({ title, text }) => (
          <div key={title} className="card">
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
        ))}
      </div>
      <p className="home-more">
        Подробнее — в <PageLink to="/documents/data-policy">политике конфиденциальности</PageLink>.
      </p>
    </section>
  );
}

/** As in the knowledge base (tested). */
export const HOME_QUESTIONS = [
  { slug: "how-to-start", question: "Как компании начать работу?" },
  { slug: "become-self-employed", question: "Как стать самозанятым?" },
  { slug: "tax-rates", question: "Какой налог платит самозанятый?" },
  { slug: "payout-time", question: "Когда исполнитель получит деньги?" },
] as const;

export function HomeQuestions() {
  return (
    <section aria-labelledby="questions">
      <h2 id="questions">Частые вопросы</h2>
      <ul className="plain-list home-questions">
        {HOME_QUESTIONS.map(({ slug, question }) => (
          <li key={slug}>
            <PageLink to={`/faq#${slug}`}>{question}</PageLink>
          </li>
        ))}
      </ul>
      <p>
        <PageLink to="/faq">Вся база знаний</PageLink>
      </p>
    </section>
  );
}
