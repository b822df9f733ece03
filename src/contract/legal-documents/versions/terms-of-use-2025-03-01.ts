import { reviseDocument, rewordParagraphs } from "../revise-document.ts";
import later from "./terms-of-use-2025-09-01.ts";

/** The first version: consent inside the agreement, sign-in by a password. */
export default reviseDocument(later, {
  validFrom: "2025-03-01",
  changes: [],
  lead: "Правила пользования Платформой для всех посетителей. Соглашение содержит согласие на обработку персональных данных и порядок использования простой электронной подписи.",
  sections: {
    general: rewordParagraphs(later, "general", {
      3: "Принимая соглашение, пользователь даёт Оператору согласие на обработку персональных данных в объёме и для целей, указанных в политике конфиденциальности, на срок действия договора и 5 лет после него. Согласие можно отозвать письменно.",
    }),
    account: rewordParagraphs(later, "account", {
      0: "Регистрация бесплатна. Учётная запись связана с номером мобильного телефона; вход — по паролю, который пользователь задаёт сам и хранит в тайне.",
    }),
    notices: rewordParagraphs(later, "notices", {
      0: "Юридически значимые сообщения направляются в личный кабинет или на электронную почту и считаются полученными в день отправки.",
    }),
  },
});
