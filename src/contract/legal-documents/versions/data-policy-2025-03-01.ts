import { reviseDocument, rewordParagraphs } from "../revise-document.ts";
import later from "./data-policy-2025-09-01.ts";

/** Consent as a part of the user agreement, as the law allowed until 1 September 2025. */
export default reviseDocument(later, {
  validFrom: "2025-03-01",
  changes: [
    "Паспортные данные, счета и секретные слова хранятся зашифрованными.",
    "Журнал действий хранится 5 лет вместо 3.",
  ],
  sections: {
    basis: rewordParagraphs(later, "basis", {
      1: "Согласие даётся при регистрации отметкой рядом с пользовательским соглашением и подтверждается одноразовым кодом.",
      2: "Если данные передал заказчик, он подтверждает, что получил согласие исполнителя на передачу.",
    }),
  },
});
