import type { PublicPage } from "#web/routes/page-module.ts";
import { SideChoice } from "./side-choice.tsx";

export const page = {
  head: () => ({
    title: "Регистрация",
    description:
      "Регистрация на платформе для самозанятых: заказчику нужны ИНН компании и телефон, исполнителю — телефон и несколько минут на анкету.",
    canonical: "/registration",
  }),
} satisfies PublicPage;

/** Source: specification §2, `/registration`, `/app/registration`. */
export default function RegistrationPage() {
  return <SideChoice />;
}
