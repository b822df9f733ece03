import { PageLink } from "#web/ui/page-link.tsx";
import { GuestOnly } from "./guest-only.tsx";
import "./registration.css";

const SIDES = [
  {
    side: "account",
    title: "Я заказчик",
    gets: [
      "Выплаты самозанятым одним реестром",
      "Проверка статуса и лимита перед каждой выплатой",
      "Акты, чеки и закрывающие документы в одном месте",
    ],
    needs: "Понадобятся ИНН компании и ваш телефон",
  },
  {
    side: "workman",
    title: "Я исполнитель",
    gets: [
      "Задания от компаний и деньги в течение 3 рабочих дней",
      "Чек формируется сам, налог можно поручить платформе",
      "Никакой комиссии с вас",
    ],
    needs: "Понадобятся телефон, паспорт и ИНН",
  },
] as const;

export function SideChoice() {
  return (
    <GuestOnly>
      <section className="registration-choice">
        <h1>Регистрация</h1>
        <div className="cards cards-wide">
          {SIDES.map(({ side, title, gets, needs }) => (
            <section key={side} className="card registration-side">
              <h2>{title}</h2>
              <ul>
                {gets.map((one) => (
                  <li key={one}>{one}</li>
                ))}
              </ul>
              <p className="muted">{needs}</p>
              <PageLink
                className="button"
                to={`/registration-opf?side=${side}`}
                aria-label={`${title}: зарегистрироваться`}
              >
                {title}
              </PageLink>
            </section>
          ))}
        </div>
        <p className="registration-aside">
          Уже зарегистрированы? <PageLink to="/authorization">Войти</PageLink>
        </p>
      </section>
    </GuestOnly>
  );
}
