import { Type } from "typebox";
import { defineEndpoints } from "#contract/kernel/define-endpoints.ts";
import { sorting } from "#contract/kernel/fields.ts";
import { listOf, timePagingQuery } from "#contract/kernel/paging.ts";
import { Id, idParams } from "#contract/values/ids.ts";
import { Done } from "#contract/values/wire.ts";
import { replyFields, Review, reviewFields } from "./review.ts";

const client = "client" as const;
/** Added for a job's page. */
const ofJob = { jobID: Type.Optional(Id) };
const order = sorting("createdAt", "score");
const create = Type.Object({ jobID: Id, ...reviewFields });
const update = Type.Object({ reviewID: Id, ...reviewFields });
const reply = Type.Object(replyFields);
const remove = Type.Object({ reviewID: Id });

/** Source: specification §7, «Account review», «Workman review». */
export const reviewEndpoints = defineEndpoints("reviews", {
  accountList: {
    base: client,
    method: "GET",
    path: "/account/review/list",
    access: "public",
    summary: "Отзывы о заказчике",
    query: Type.Object({ ...timePagingQuery, accountID: Id, ...ofJob, ...order }),
    answer: listOf(Review),
  },
  accountCreate: {
    base: client,
    method: "POST",
    path: "/account/review/create",
    access: "workman",
    summary: "Оставить отзыв о заказчике",
    body: create,
    answer: Review,
    idempotent: true,
  },
  accountUpdate: {
    base: client,
    method: "POST",
    path: "/account/review/update",
    access: "workman",
    summary: "Изменить отзыв о заказчике",
    body: update,
    answer: Review,
  },
  accountDelete: {
    base: client,
    method: "POST",
    path: "/account/review/delete",
    access: "workman",
    summary: "Удалить отзыв о заказчике",
    body: remove,
    answer: Done,
  },
  workmanList: {
    base: client,
    method: "GET",
    path: "/workman/review/list",
    access: "public",
    summary: "Отзывы об исполнителе",
    query: Type.Object({ ...timePagingQuery, workmanID: Id, ...ofJob, ...order }),
    answer: listOf(Review),
  },
  workmanCreate: {
    base: client,
    method: "POST",
    path: "/workman/review/create",
    access: "reviews.manage",
    summary: "Оставить отзыв об исполнителе",
    body: create,
    answer: Review,
    idempotent: true,
  },
  workmanUpdate: {
    base: client,
    method: "POST",
    path: "/workman/review/update",
    access: "reviews.manage",
    summary: "Изменить отзыв об исполнителе",
    body: update,
    answer: Review,
  },
  workmanDelete: {
    base: client,
    method: "POST",
    path: "/workman/review/delete",
    access: "reviews.manage",
    summary: "Удалить отзыв об исполнителе",
    body: remove,
    answer: Done,
  },
  accountReply: {
    base: "open",
    method: "PUT",
    path: "/v1/account-reviews/{id}/reply",
    access: "reviews.manage",
    summary: "Ответить на отзыв о своей компании; без текста ответ убирается",
    params: idParams,
    body: reply,
    answer: Review,
    added: true,
  },
  workmanReply: {
    base: "open",
    method: "PUT",
    path: "/v1/workman-reviews/{id}/reply",
    access: "workman",
    summary: "Исполнителю: ответить на отзыв о себе; без текста ответ убирается",
    params: idParams,
    body: reply,
    answer: Review,
    added: true,
  },
});
