import { reviewEndpoints } from "#contract/reviews/review-endpoints.ts";
import { ACCOUNT_REVIEWS, WORKMAN_REVIEWS } from "./review-lists.ts";

export const REVIEW_KINDS = {
  account: {
    resource: ACCOUNT_REVIEWS,
    subjectField: "accountID",
    create: reviewEndpoints.accountCreate,
    update: reviewEndpoints.accountUpdate,
    remove: reviewEndpoints.accountDelete,
    reply: reviewEndpoints.accountReply,
    hint: "Понятно ли задание, вовремя ли принят результат. Отзыв появится после проверки модератором, без телефонов и других контактов",
    removal: "Отзыв исчезнет со страницы заказчика, его оценка пересчитается",
  },
  workman: {
    resource: WORKMAN_REVIEWS,
    subjectField: "workmanID",
    create: reviewEndpoints.workmanCreate,
    update: reviewEndpoints.workmanUpdate,
    remove: reviewEndpoints.workmanDelete,
    reply: reviewEndpoints.workmanReply,
    hint: "Как исполнитель справился, что понравилось и что нет. Отзыв появится после проверки модератором, без телефонов и других контактов",
    removal: "Отзыв исчезнет со страницы исполнителя, его оценка пересчитается",
  },
} as const;
