import { workmanRegistrationEndpoints as endpoints } from "#contract/workman-registration/workman-registration-endpoints.ts";
import { storeScan } from "#server/modules/workman-documents/index.ts";
import { readPrivateScan } from "#server/files/private-files.ts";
import { conflict } from "#server/http/app-error.ts";
import type { Serve } from "#server/http/serve.ts";
import { REGISTRATION_IN_PROCESS } from "#contract/workman-registration/registration-states.ts";
import type { Platform } from "#server/platform.ts";
import { loadRegistration } from "../queries.ts";

/** By default the passport. */
export function serveUpload(serve: Serve, { clock, secrets }: Platform): void {
  serve.reading(
    endpoints.uploadDocument,
    ({ files, store }) => readPrivateScan(secrets, files["document"], "document", store),
    async ({ actor, body, read: scan, trx, audit }) => {
      const at = clock.now();
      const row = await loadRegistration(trx, secrets, actor.workmanId, at, true);
      if (REGISTRATION_IN_PROCESS.includes(row.status))
        throw conflict("Документы проверяются. Заменить их можно после ответа");
      return {
        id: await storeScan(
          { secrets },
          { actor, trx, audit },
          {
            type: body.type ?? "passport",
            expireDate: body.expireDate,
            state: "UPLOADED",
            scan,
          },
          at,
        ),
      };
    },
  );
}
