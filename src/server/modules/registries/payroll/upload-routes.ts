import { payrollRegistryEndpoints as endpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import { PAYROLL_COLUMNS } from "#contract/registries/kinds/payroll-columns.ts";
import { refuseBlockedCompany } from "#server/modules/accounts/index.ts";
import type { Serve } from "#server/platform/serve.ts";
import { createRegistry } from "../create-registry.ts";
import type { RegistryDependencies } from "../dependencies.ts";
import { withPastedFile } from "../pasted-rows.ts";
import { dryRunPayroll } from "./dry-run.ts";
import { readableFile } from "./readable-file.ts";
import { refuseUnreadable } from "../store-registry-file.ts";

const EDIT = { kind: "payroll", permission: "payroll-registries.edit", resource: "payroll-registries" } as const;

/** Calls that bring rows into payroll registries and try them out. */
export function serveUploads(serve: Serve, deps: RegistryDependencies): void {
  serve(endpoints.upload, async ({ actor, body, files, trx, audit }) => {
    // Before the file is looked at: a blocked company has nothing to mend in it.
    await refuseBlockedCompany(trx, actor.accountId, "uploadRegistries");
    const file = await readableFile(files["file"]);
    const created = await createRegistry(deps, trx, actor, { ...EDIT, file, isPasted: false, title: body.title, projectId: body.projectID });
    audit({
      event: "registry.uploaded",
      object: { type: "payroll-registry", id: created.id, title: `Реестр выплат № ${created.number}` },
      after: { file: file.fileName, bytes: file.sizeBytes },
    });
    return { id: created.id };
  });

  serve(endpoints.dryRun, ({ actor, params, body, trx, audit }) => {
    audit({ event: "registry.dry_run", object: { type: "payroll-registry", id: params.id } });
    return dryRunPayroll(deps, trx, actor, params.id, body.mode ?? "VALID_ONLY");
  });

  serve(endpoints.paste, async ({ actor, body, files, trx, audit }) => {
    await refuseBlockedCompany(trx, actor.accountId, "uploadRegistries");
    return withPastedFile(PAYROLL_COLUMNS, files["text"], async (file) => {
      await refuseUnreadable(file.path, "text");
      const created = await createRegistry(deps, trx, actor, { ...EDIT, file, isPasted: true, title: body.title, projectId: body.projectID });
      audit({ event: "registry.uploaded", object: { type: "payroll-registry", id: created.id, title: `Реестр выплат № ${created.number}` }, after: { pasted: true, bytes: file.sizeBytes } });
      return { id: created.id };
    });
  });
}
