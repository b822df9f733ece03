import { ColumnChoices } from "#contract/registries/file-reading.ts";
import { REGISTRY_KINDS, registryTitle } from "#contract/registries/registry-kinds.ts";
import { refuseBlockedCompany } from "#server/modules/accounts/index.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { invalid } from "#server/http/app-error.ts";
import { makeInputCheck } from "#server/http/input-check.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { createRegistry } from "../create-registry.ts";
import { refuseGaps } from "../file-reading/chosen-columns.ts";
import { readFile, withRemembered } from "../file-reading/read-file.ts";
import { recallChoices, rememberChoices } from "../file-reading/remembered-choices.ts";
import { pastedFile } from "../pasted-rows.ts";
import type { RegistryKind } from "../registry-kind.ts";
import { readableFile } from "../readable-file.ts";
import { storeRegistryFile, type StoredRegistryFile } from "../store-registry-file.ts";

const checkChoices = makeInputCheck(ColumnChoices, "choices", false);

interface UploadFields {
  readonly title?: string;
  readonly projectID?: number;
}

interface ReadUpload {
  readonly file: StoredRegistryFile;
  readonly choices: ColumnChoices | undefined;
}

export function serveUploads(serve: Serve, platform: Platform, kind: RegistryKind): void {
  const { name, columns } = kind.rows;
  const { resource, object } = REGISTRY_KINDS[name];
  const edit = { kind: name, permission: kind.permissions.edit, resource };

  const create = async (
    trx: Trx,
    actor: AccountActor,
    { title, projectID }: UploadFields,
    { file, choices }: ReadUpload,
    isPasted: boolean,
  ) => {
    const created = await createRegistry(platform, trx, actor, {
      ...edit,
      file,
      isPasted,
      title,
      projectId: projectID,
      ...(choices ? { choices } : {}),
    });
    if (choices)
      await rememberChoices(
        trx,
        { accountId: actor.accountId, kind: name, own: columns },
        choices,
        platform.clock.now(),
      );
    return { id: created.id, title: registryTitle(name, created.number) };
  };

  serve.reading(
    kind.calls.readFile,
    async ({ actor, body, files, db }) => {
      await refuseBlockedCompany(db, actor.accountId, "uploadRegistries");
      const reading = await readFile(columns, files["file"], {
        now: platform.clock.now(),
        isPasted: body.isPasted ?? false,
        sheet: body.sheet,
      });
      if (reading.isKnown) return reading;
      const known = { accountId: actor.accountId, kind: name };
      const remembered = await recallChoices(db, known, reading.choices.head);
      return remembered ? withRemembered(columns, reading, remembered) : reading;
    },
    ({ read }) => Promise.resolve(read),
    { isUnrecorded: true },
  );

  serve.reading(
    kind.calls.upload,
    async ({ actor, body, files, db, store }) => {
      // Findings would be of no use to a blocked company.
      await refuseBlockedCompany(db, actor.accountId, "uploadRegistries");
      const choices = choicesOf(kind, body.choices);
      const file = await readableFile(columns, files["file"], "file", choices);
      return { file: await storeRegistryFile(file, store), choices };
    },
    async ({ actor, body, read, trx, audit }) => {
      const { id, title } = await create(trx, actor, body, read, false);
      audit({
        event: "registry.uploaded",
        object: { type: object, id, title },
        after: { file: read.file.fileName, bytes: read.file.sizeBytes },
      });
      return { id };
    },
  );

  serve.reading(
    kind.calls.paste,
    async ({ actor, body, files, db, store }) => {
      await refuseBlockedCompany(db, actor.accountId, "uploadRegistries");
      const choices = choicesOf(kind, body.choices);
      const file = await pastedFile(columns, files["text"], choices);
      return { file: await storeRegistryFile(file, store), choices };
    },
    async ({ actor, body, read, trx, audit }) => {
      const { id, title } = await create(trx, actor, body, read, true);
      audit({
        event: "registry.uploaded",
        object: { type: object, id, title },
        after: { pasted: true, bytes: read.file.sizeBytes },
      });
      return { id };
    },
  );
}

/** @throws AppError `invalid` — not `ColumnChoices`, or a required column has no place. */
function choicesOf(kind: RegistryKind, text: string | undefined): ColumnChoices | undefined {
  if (text === undefined) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw invalid({ choices: ["Столбцы указаны не в виде JSON"] });
  }
  const choices = checkChoices(parsed) as ColumnChoices;
  refuseGaps(kind.rows.columns, choices);
  return choices;
}
