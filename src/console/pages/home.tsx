import { Link } from "react-router";
import { useHasPage, useRegistrationAddress } from "#console/ui/page-index.ts";
import { useSession } from "#console/providers/session.ts";
import "#console/ui/light/light.css";
import "./home.css";

const STEPS = [
  { title: "Реестр вместо сотни договоров", text: "Загрузите таблицу с исполнителями и суммами. Ошибки видны до запуска: строка, столбец, причина и как исправить." },
  { title: "Сначала чек, потом деньги", text: "По каждой выплате регистрируется чек самозанятого и составляется акт. Если банк вернул деньги, чек аннулируется." },
  { title: "Деньги под контролем", text: "Запуск подтверждается кодом из СМС, сумма замораживается до выплаты. Каждое действие остаётся в журнале." },
] as const;

/** Home: what the platform is for, and the way in. */
export default function Home() {
  const { status, hasExpired } = useSession();
  const hasPage = useHasPage();
  const registration = useRegistrationAddress();
  return (
    <div className="home">
      {hasExpired ? (
        <output className="notice-line" data-kind="warning">
          Сеанс завершён. <Link to="/authorization">Войдите снова</Link> — вы вернётесь туда, где остановились, введённые данные сохранены.
        </output>
      ) : null}
      <section className="home-lead">
        <h1>Выплаты самозанятым без бумажной работы</h1>
        <p>Компания платит по реестру. Исполнитель получает деньги на карту, а чек и акт оформляются вместе с выплатой.</p>
        <div className="row">
          {status === "signed-in" ? (
            <Link className="button" to="/profile">
              Перейти в личный кабинет
            </Link>
          ) : (
            <>
              <Link className="button" to="/app/authorization">
                Войти
              </Link>
              <Link className="button button-plain" to={registration}>
                Зарегистрироваться
              </Link>
            </>
          )}
          {hasPage("/jobs") ? <Link to="/jobs">Найти задание</Link> : null}
        </div>
      </section>
      <section className="cards" aria-label="Как это работает">
        {STEPS.map(({ title, text }) => (
          <div key={title} className="card">
            <h2>{title}</h2>
            <p>{text}</p>
          </div>
        ))}
      </section>
    </div>
  );
}
