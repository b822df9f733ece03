import { Type } from "typebox";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { nullable } from "#contract/kernel/fields.ts";
import { JOB_DOCUMENT_TYPE } from "#contract/job-documents/job-document-states.ts";
import { ProjectBrief } from "#contract/projects/project.ts";
import { Id } from "#contract/values/ids.ts";
import { Instant } from "#contract/values/wire.ts";
import { WorkmanBrief } from "#contract/briefs/workman-brief.ts";
import { DocumentBlock } from "./document-block.ts";
import { DOCUMENT_TEMPLATE_STATE } from "./document-template-states.ts";
import { TEMPLATE_FIELD } from "./template-fields.ts";

/** A docx with {{placeholders}}. Source: `domain.md` §2.8. */
export const DocumentTemplate = Type.Object({
  id: Id,
  title: Type.String(),
  type: definitionOf(JOB_DOCUMENT_TYPE),
  state: definitionOf(DOCUMENT_TEMPLATE_STATE),
  /** Per type and project. */
  version: Type.Integer(),
  project: nullable(ProjectBrief),
  rejectReason: nullable(definitionOf(REASONS.documentTemplateReject)),
  /** Unknown or missing placeholders. */
  problems: Type.Array(Type.String()),
  fileName: Type.String(),
  author: nullable(Type.Object({ id: Id, name: Type.String() })),
  documentsCount: Type.Integer(),
  createdAt: Instant,
  permissions: Type.Object({
    archive: Type.Boolean(),
    activate: Type.Boolean(),
    send: Type.Boolean(),
  }),
});
export type DocumentTemplate = Type.Static<typeof DocumentTemplate>;

export const TemplateCheck = Type.Object({
  problems: Type.Array(Type.String()),
  fields: Type.Array(definitionOf(TEMPLATE_FIELD)),
  blocks: Type.Array(DocumentBlock),
});
export type TemplateCheck = Type.Static<typeof TemplateCheck>;

export const TemplatePreview = Type.Object({
  workman: nullable(WorkmanBrief),
  fields: Type.Array(
    Type.Object({ id: Type.String(), title: Type.String(), value: Type.String() }),
  ),
  /** Titles of fields that would stay empty. */
  missing: Type.Array(Type.String()),
  blocks: Type.Array(DocumentBlock),
});
export type TemplatePreview = Type.Static<typeof TemplatePreview>;

export const TemplateSendResult = Type.Object({
  documentIDs: Type.Array(Id),
  failed: Type.Array(Type.Object({ workmanID: Id, message: Type.String() })),
});
export type TemplateSendResult = Type.Static<typeof TemplateSendResult>;

/** Decision: as many as one code signs. */
export const MAX_SENT_DOCUMENTS = 500;
