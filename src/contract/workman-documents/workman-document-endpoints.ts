import { Type } from "typebox";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { defineEndpoints, fileAnswer } from "#contract/kernel/define-endpoints.ts";
import { nullable, text } from "#contract/kernel/fields.ts";
import { itemsOf } from "#contract/kernel/paging.ts";
import { DOCUMENT_FILE_BYTES, fileUpload, PDF } from "#contract/kernel/uploads.ts";
import { Id, idParams } from "#contract/values/ids.ts";
import { CalendarDate, Definition, Instant } from "#contract/values/wire.ts";
import { WORKMAN_DOCUMENT_STATE, WORKMAN_DOCUMENT_TYPE } from "./workman-document-states.ts";

/** A missing required document has neither id nor state. */
const WorkmanDocument = Type.Object({
  id: nullable(Id),
  type: definitionOf(WORKMAN_DOCUMENT_TYPE),
  state: nullable(definitionOf(WORKMAN_DOCUMENT_STATE)),
  isRequired: Type.Boolean(),
  number: nullable(Type.String()),
  expireDate: nullable(CalendarDate),
  fileName: nullable(Type.String()),
  rejectReason: nullable(Definition),
  rejectComment: nullable(Type.String()),
  uploadedAt: nullable(Instant),
});
type WorkmanDocument = Type.Static<typeof WorkmanDocument>;

/** Source: specification §7, `POST /v1/workman/documents file+type; GET list`. */
export const workmanDocumentEndpoints = defineEndpoints("workman-documents", {
  upload: {
    base: "open",
    method: "POST",
    path: "/v1/workman/documents",
    access: "workman",
    summary: "Загрузить документ",
    body: fileUpload(
      "file",
      DOCUMENT_FILE_BYTES,
      Type.Object({
        type: WORKMAN_DOCUMENT_TYPE.schema,
        number: Type.Optional(text(50)),
        expireDate: Type.Optional(CalendarDate),
      }),
    ),
    answer: WorkmanDocument,
    idempotent: true,
  },
  list: {
    base: "open",
    method: "GET",
    path: "/v1/workman/documents",
    access: "workman",
    summary: "Свои документы: загруженные и те, которых не хватает",
    answer: itemsOf(WorkmanDocument),
  },
  file: {
    base: "open",
    method: "GET",
    path: "/v1/workman/documents/{id}/file",
    access: "workman",
    summary: "Скачать свой документ",
    params: idParams,
    answer: fileAnswer(PDF, "image/jpeg", "image/png", "image/heic"),
    added: true,
  },
});
