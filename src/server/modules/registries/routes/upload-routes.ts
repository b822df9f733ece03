import { REGISTRY_KINDS, registryTitle } from "#contract/registries/registry-kinds.ts";
import { refuseBlockedCompany } from "#server/modules/accounts/index.ts";
import type { Serve } from "#server/http/serve.ts";
import { createRegistry } from "../create-registry.ts";
import type { Platform } from "#server/platform.ts";
import { withPastedFile } from "../pasted-rows.ts";
import type { RegistryKind } from "../registry-kind.ts";
import { refuseUnreadable } from "../store-registry-file.ts";
import { readableFile } from "./readable-file.ts";

export function serveUploads(serve: Serve, platform: Platform, kind: RegistryKind): void {
  const { name, columns } = kind.rows;
  const { resource, object } = REGISTRY_KINDS[name];
  const edit = { kind: name, permission: kind.permissions.edit, resource };

  serve(kind.calls.upload, async ({ actor, body, files, trx, audit }) => {
    // Before reading the file: its findings would be of no use to a blocked company.
    await refuseBlockedCompany(trx, actor.accountId, "uploadRegistries");
    const file = await readableFile(name, files["file"]);
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
  });

  serve(kind.calls.paste, async ({ actor, body, files, trx, audit }) => {
    await refuseBlockedCompany(trx, actor.accountId, "uploadRegistries");
    return withPastedFile(columns, files["text"], async (file) => {
      await refuseUnreadable(name, file.path, "text");
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
    });
  });
}
