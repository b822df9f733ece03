import { workmanEndpoints } from "#contract/workmen/workman-endpoints.ts";
import { loadMyWorkmanInfo } from "#server/modules/workmen/index.ts";
import { conflict, invalid } from "#server/http/app-error.ts";
import type { Serve } from "#server/http/serve.ts";
import { addConsents } from "../consents.ts";
import type { Platform } from "#server/platform.ts";
import { digestOfInvitation } from "../invitation-ids.ts";
import { findInvitation } from "../invitations.ts";
import { addWorkman } from "../actions/register-workman.ts";

/** Sign-in has proven the phone. */
export function serveCreateFromRegistry(serve: Serve, { clock, secrets, events }: Platform): void {
  serve(workmanEndpoints.createFromRegistry, async ({ actor, body, request, trx, audit }) => {
    const at = clock.now();
    const invitation = await findInvitation(
      trx,
      "registry",
      digestOfInvitation(secrets, body.workmanRegistrationID),
      at,
    );
    if (invitation.phone !== actor.phone)
      throw invalid({
        workmanRegistrationID: [
          "Приглашение отправлено на другой номер. Войдите по номеру, на который пришло СМС",
        ],
      });
    if (actor.workmanId !== null)
      throw conflict(
        "Вы уже зарегистрированы как исполнитель. Приглашение заказчика — в разделе «Заказчики»",
      );
    const registrant = {
      phone: actor.phone,
      lastName: "",
      firstName: "",
      middleName: null,
      email: null,
      inn: null,
      cityId: null,
      taxpayerType: "SMZ",
      citizenship: "ru",
    } as const;
    const workmanId = await addWorkman(
      trx,
      events,
      actor.personId,
      registrant,
      { ...invitation, kind: "registry" },
      at,
    );
    await addConsents(trx, actor.personId, request, at);
    audit({
      event: "auth.registered",
      object: { type: "person", id: actor.personId, title: actor.name },
      after: { side: "workman", cameBy: "registry" },
    });
    return loadMyWorkmanInfo(trx, { ...actor, workmanId, isWorkman: true }, at);
  });
}
