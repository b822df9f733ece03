import { Type } from "typebox";
import { PDF } from "#contract/kernel/uploads.ts";
import { Id } from "#contract/values/ids.ts";

/** Of chat and results, with extensions. */
export const OFFER_FILE_TYPES = {
  "image/jpeg": [".jpg", ".jpeg"],
  "image/png": [".png"],
  "image/webp": [".webp"],
  [PDF]: [".pdf"],
} as const;
export type OfferFileType = keyof typeof OFFER_FILE_TYPES;
export const OFFER_FILE_ENDINGS: readonly string[] = Object.values(OFFER_FILE_TYPES).flat();

/** Decision: ten photographs show any work. */
export const MOST_RESULT_FILES = 10;

/** Download it by `job-offers.file`. */
export const OfferFile = Type.Object({
  id: Id,
  name: Type.String(),
  contentType: Type.String(),
  sizeBytes: Type.Integer(),
});
export type OfferFile = Type.Static<typeof OfferFile>;
