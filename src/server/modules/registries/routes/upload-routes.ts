import { ColumnChoices, type ReadPart } from "#contract/registries/file-reading.ts";
import { REGISTRY_KINDS, registryTitle } from "#contract/registries/registry-kinds.ts";
import { refuseBlockedCompany } from "#server/modules/accounts/index.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { invalid } from "#server/http/app-error.ts";
import type { AuditRecord } from "#server/http/request-context.ts";
import { makeInputCheck } from "#server/http/input-check.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { createRegistry } from "../create-registry.ts";
import { refuseGaps } from "../file-reading/chosen-columns.ts";
import { keepReading, takeReading, withKeptFile } from "../file-reading/kept-readings.ts";
import { readFile, withRemembered } from "../file-reading/read-file.ts";
import { recallChoices, rememberChoices } from "../file-reading/remembered-choices.ts";
import { pastedFile, pastedTable } from "../pasted-rows.ts";
import type { OwnedFile } from "../read-table-file.ts";
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
  readonly isPasted: boolean;
}

export function serveUploads(serve: Serve, platform: Platform, kind: RegistryKind): void {
  const { calls } = kind;
  const { name, columns } = kind.rows;
  const { resource, object } = REGISTRY_KINDS[name];
  const edit = { kind: name, permission: kind.permissions.edit, resource };

  const create = async (
    call: {
      readonly trx: Trx;
      readonly actor: AccountActor;
      readonly body: UploadFields;
      audit(record: AuditRecord): void;
    },
    { file, choices, isPasted }: ReadUpload,
  ) => {
    const { trx, actor, body, audit } = call;
    const { id, number } = await createRegistry(platform, trx, actor, {
      ...edit,
      file,
      isPasted,
      title: body.title,
      projectId: body.projectID,
      ...(choices ? { choices } : {}),
    });
    if (choices)
      await rememberChoices(
        trx,
        { accountId: actor.accountId, kind: name, own: columns },
        choices,
        platform.clock.now(),
      );
    audit({
      event: "registry.uploaded",
      object: { type: object, id, title: registryTitle(name, number) },
      after: {
        ...(isPasted ? { pasted: true } : { file: file.fileName }),
        bytes: file.sizeBytes,
      },
    });
    return { id };
  };

  const read = async (
    { actor, db }: { readonly actor: AccountActor; readonly db: Trx },
    file: OwnedFile,
    part: ReadPart & { readonly isPasted: boolean },
  ) => {
    // Findings would be of no use to a blocked company.
    await refuseBlockedCompany(db, actor.accountId, "uploadRegistries");
    const now = platform.clock.now();
    const reading = await readFile(columns, file, { ...part, now });
    if (reading.isKnown) return reading;
    const known = { accountId: actor.accountId, kind: name };
    const remembered = await recallChoices(db, known, reading.choices.head);
    return remembered ? withRemembered(columns, reading, remembered) : reading;
  };

  serve.reading(
    calls.readFile,
    async ({ body, files, store, ...call }) => {
      const isPasted = body.isPasted ?? false;
      const sent = files["file"];
      if (!sent) throw invalid({ file: ["Выберите файл"] });
      const file = isPasted ? await pastedTable(sent) : sent;
      const reading = await read(call, file, { ...body, isPasted });
      return { reading, file: { ...file, isPasted, storageKey: await store(file.path) } };
    },
    async ({ actor, trx, read: { reading, file } }) => ({
      ...reading,
      readingID: await keepReading(trx, { actor, kind: name }, file, platform.clock.now()),
    }),
    { isUnrecorded: true },
  );

  serve.reading(
    calls.readAgain,
    ({ params, body, ...call }) =>
      withKeptFile(platform, call.db, { ...call, kind: name }, params.readingID, (kept, file) =>
        read(call, file, { ...body, isPasted: kept.isPasted }),
      ),
    ({ params, read: reading }) => Promise.resolve({ ...reading, ...params }),
    { isUnrecorded: true },
  );

  serve.reading(
    calls.createFromReading,
    async ({ actor, params, body: { choices }, db }) => {
      await refuseBlockedCompany(db, actor.accountId, "uploadRegistries");
      refuseGaps(columns, choices);
      return withKeptFile(
        platform,
        db,
        { actor, kind: name },
        params.readingID,
        async (kept, file) => ({
          kept,
          file: {
            ...(await readableFile(columns, file, "file", choices)),
            storageKey: kept.storageKey,
          },
        }),
      );
    },
    async ({ read: { kept, file }, ...call }) => {
      await takeReading(call.trx, kept, platform.clock.now());
      return create(call, { file, choices: call.body.choices, isPasted: kept.isPasted });
    },
  );

  serve.reading(
    calls.upload,
    async ({ actor, body, files, db, store }) => {
      await refuseBlockedCompany(db, actor.accountId, "uploadRegistries");
      const choices = choicesOf(kind, body.choices);
      const file = await readableFile(columns, files["file"], "file", choices);
      return { file: await storeRegistryFile(file, store), choices, isPasted: false };
    },
    (call) => create(call, call.read),
  );

  serve.reading(
    calls.paste,
    async ({ actor, body, files, db, store }) => {
      await refuseBlockedCompany(db, actor.accountId, "uploadRegistries");
      const choices = choicesOf(kind, body.choices);
      const file = await pastedFile(columns, files["text"], choices);
      return { file: await storeRegistryFile(file, store), choices, isPasted: true };
    },
    (call) => create(call, call.read),
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
