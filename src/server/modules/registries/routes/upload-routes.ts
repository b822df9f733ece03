import { CSV, XLSX } from "#contract/http/uploads.ts";
import { REGISTRY_KINDS, registryTitle, type RegistryKindName } from "#contract/registries/registry-kinds.ts";
import { refuseBlockedCompany } from "#server/modules/accounts/index.ts";
import { invalid } from "#server/platform/app-error.ts";
import { sniffSpreadsheet } from "#server/platform/spreadsheet/sniff.ts";
import type { Upload } from "#server/platform/uploads.ts";
import type { Serve } from "#server/platform/serve.ts";
import type { RegistryDependencies } from "../index.ts";
import { createRegistry } from "../create-registry.ts";
import { withPastedFile } from "../pasted-rows.ts";
import type { RegistryKind } from "../registry-kind.ts";
import { refuseUnreadable, type RegistryFile } from "../store-registry-file.ts";

/** Calls that bring rows into registries of a kind. */
export function serveUploads(serve: Serve, deps: RegistryDependencies, kind: RegistryKind): void {
  const { name, columns } = kind.rows;
  const { resource, object } = REGISTRY_KINDS[name];
  const edit = { kind: name, permission: kind.permissions.edit, resource };

  serve(kind.calls.upload, async ({ actor, body, files, trx, audit }) => {
    // Before the file is looked at: a blocked company has nothing to mend in it.
    await refuseBlockedCompany(trx, actor.accountId, "uploadRegistries");
    const file = await readableFile(name, files["file"]);
    const created = await createRegistry(deps, trx, actor, { ...edit, file, isPasted: false, title: body.title, projectId: body.projectID });
    audit({
      event: "registry.uploaded",
      object: { type: object, id: created.id, title: registryTitle(name, created.number) },
      after: { file: file.fileName, bytes: file.sizeBytes },
    });
    return { id: created.id };
  });

  serve(kind.calls.paste, async ({ actor, body, files, trx, audit }) => {
    await refuseBlockedCompany(trx, actor.accountId, "uploadRegistries");
    return withPastedFile(columns, files["text"], async (file) => {
      await refuseUnreadable(name, file.path, "text");
      const created = await createRegistry(deps, trx, actor, { ...edit, file, isPasted: true, title: body.title, projectId: body.projectID });
      audit({ event: "registry.uploaded", object: { type: object, id: created.id, title: registryTitle(name, created.number) }, after: { pasted: true, bytes: file.sizeBytes } });
      return { id: created.id };
    });
  });
}

/** @throws AppError `invalid` on the field `file` for what no registry can be made of. */
export async function readableFile(kind: RegistryKindName, upload: Upload | undefined): Promise<RegistryFile> {
  if (!upload) throw invalid({ file: ["Выберите файл"] });
  await refuseUnreadable(kind, upload.path);
  // The browser's word for the type is a guess by the name; the first bytes know better.
  const { type } = await sniffSpreadsheet(upload.path);
  return { ...upload, contentType: type === "xlsx" ? XLSX : CSV };
}
