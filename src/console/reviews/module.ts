import { reviewEndpoints } from "#contract/reviews/review-endpoints.ts";
import type { NounModule } from "#console/noun-module.ts";
import { ACCOUNT_REVIEWS, WORKMAN_REVIEWS } from "./review-lists.ts";

export const reviewsModule: NounModule = {
  resources: [
    {
      name: WORKMAN_REVIEWS,
      label: "Отзывы об исполнителе",
      base: "client",
      endpoints: { getList: reviewEndpoints.workmanList },
    },
    {
      name: ACCOUNT_REVIEWS,
      label: "Отзывы о заказчике",
      base: "client",
      endpoints: { getList: reviewEndpoints.accountList },
    },
  ],
  modals: {
    "account-review": {
      title: "Отзыв о заказчике",
      load: () => import("./account-review-modal.tsx"),
      maxWidthPx: 560,
    },
    review: {
      title: "Отзыв об исполнителе",
      load: () => import("./review-modal.tsx"),
      maxWidthPx: 560,
    },
  },
};
