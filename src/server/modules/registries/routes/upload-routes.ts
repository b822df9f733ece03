import { REGISTRY_KINDS, registryTitle } from "#contract/registries/registry-kinds.ts";
import { refuseBlockedCompany } from "#server/modules/accounts/index.ts";
import type { Serve } from "#server/http/serve.ts";
import { createRegistry } from "../create-registry.ts";
import type { Platform } from "#server/platform.ts";
import { pastedFile } from "../pasted-rows.ts";
import type { RegistryKind } from "../registry-kind.ts";
import { readableFile } from "../readable-file.ts";

export function serveUploads(serve: Serve, platform: Platform, kind: RegistryKind): void {
  const { name, columns } = kind.rows;
  const { resource, object } = REGISTRY_KINDS[name];
  const edit = { kind: name, permission: kind.permissions.edit, resource };

  serve.reading(
    kind.calls.upload,
    async ({ actor, files, db }) => {
      // Findings of the file would be of no use to a blocked company.
      await refuseBlockedCompany(db, actor.accountId, "uploadRegistries");
      return readableFile(columns, files["file"]);
    },
    async ({ actor, body, read: file, trx, audit }) => {
      const created = await createRegistry(platform, trx, actor, {
        ...edit,
        file,
        isPasted: false,
        title: body.title,
        projectId: body.projectID,
      });
      audit({
        event: "registry.uploaded",
        object: { type: object, id: created.id, title: registryTitle(name, created.number) },
        after: { file: file.fileName, bytes: file.sizeBytes },
      });
      return { id: created.id };
    },
  );

  serve.reading(
    kind.calls.paste,
    async ({ actor, files, db }) => {
      await refuseBlockedCompany(db, actor.accountId, "uploadRegistries");
      return pastedFile(columns, files["text"]);
    },
    async ({ actor, body, read: file, trx, audit }) => {
      const created = await createRegistry(platform, trx, actor, {
        ...edit,
        file,
        isPasted: true,
        title: body.title,
        projectId: body.projectID,
      });
      audit({
        event: "registry.uploaded",
        object: { type: object, id: created.id, title: registryTitle(name, created.number) },
        after: { pasted: true, bytes: file.sizeBytes },
      });
      return { id: created.id };
    },
  );
}
