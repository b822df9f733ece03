import { workmanRegistrationEndpoints as endpoints } from "#contract/workman-registration/workman-registration-endpoints.ts";
import { storeScan } from "#server/modules/workman-documents/index.ts";
import { conflict, invalid } from "#server/http/app-error.ts";
import type { Serve } from "#server/http/serve.ts";
import { REGISTRATION_IN_PROCESS } from "#contract/workman-registration/registration-states.ts";
import type { Platform } from "#server/platform.ts";
import { loadRegistration } from "../queries.ts";

/** Document scans for the bank; the default type is the passport. */
export function serveUpload(serve: Serve, { clock, secrets, files }: Platform): void {
  serve(endpoints.uploadDocument, async ({ actor, body, files: uploads, trx, audit }) => {
    const at = clock.now();
    const row = await loadRegistration(trx, secrets, actor.workmanId, at, true);
    if (REGISTRATION_IN_PROCESS.includes(row.status))
      throw conflict("Документы проверяются. Заменить их можно после ответа");
    const upload = uploads["document"];
    if (!upload) throw invalid({ document: ["Выберите файл"] });
    return {
      id: await storeScan(
        { files, secrets },
        { actor, trx, audit },
        {
          type: body.type ?? "passport",
          expireDate: body.expireDate,
          state: "UPLOADED",
          upload,
          field: "document",
        },
        at,
      ),
    };
  });
}
