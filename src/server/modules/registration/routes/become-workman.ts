import { sql } from "kysely";
import { citizenshipsOf } from "#contract/definitions/taxpayer-types.ts";
import { CITIZENSHIP, CITIZENSHIP_RULES } from "#contract/definitions/citizenships.ts";
import { isPersonName, tidyName } from "#contract/values/person-name.ts";
import type { FieldErrors } from "#contract/kernel/problem.ts";
import { workmanEndpoints } from "#contract/workmen/workman-endpoints.ts";
import { loadMyWorkmanInfo } from "#server/modules/workmen/index.ts";
import { conflict, invalid } from "#server/http/app-error.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import { readInn } from "../read-registration.ts";
import { addWorkman } from "../actions/register-workman.ts";

export function serveBecomeWorkman(serve: Serve, { clock, events }: Platform): void {
  serve(workmanEndpoints.create, async ({ actor, body, trx, audit }) => {
    if (actor.workmanId !== null) throw conflict("Вы уже зарегистрированы как исполнитель");
    const errors: FieldErrors = {};
    const citizenship = body.citizenshipID ?? "ru";
    if (!citizenshipsOf(body.taxpayerTypeID).includes(citizenship)) {
      errors["citizenshipID"] = [
        CITIZENSHIP_RULES[citizenship].isSupported
          ? `Гражданство «${CITIZENSHIP.titles[citizenship]}» не подходит для выбранного статуса. Выберите «Физическое лицо»`
          : "Гражданство не поддерживается",
      ];
    }
    const inn =
      body.inn === undefined
        ? null
        : readInn(body.inn, "workman", "inn", (found) => void Object.assign(errors, found));
    const name = (field: "lastName" | "firstName" | "middleName") => {
      const text = tidyName(body[field] ?? "");
      if (text !== "" && !isPersonName(text))
        errors[field] = ["Только буквы, пробел, дефис и апостроф"];
      return text;
    };
    if (body.cityID !== undefined) {
      const { rows } = await sql`SELECT 1 FROM cities WHERE id = ${body.cityID}`.execute(trx);
      if (rows.length === 0) errors["cityID"] = ["Выберите город из списка"];
    }
    const [lastName, firstName, middleName] = [
      name("lastName"),
      name("firstName"),
      name("middleName"),
    ];
    if (Object.keys(errors).length > 0) throw invalid(errors);
    const at = clock.now();
    const registrant = {
      phone: actor.phone,
      lastName,
      firstName,
      middleName: middleName || null,
      email: null,
      inn,
      cityId: body.cityID ?? null,
      taxpayerType: body.taxpayerTypeID,
      citizenship,
    };
    const workmanId = await addWorkman(trx, events, actor.personId, registrant, null, at, "inn");
    audit({
      event: "auth.registered",
      object: { type: "person", id: actor.personId, title: actor.name },
      after: { side: "workman", cameBy: "himself" },
    });
    return loadMyWorkmanInfo(trx, { ...actor, workmanId, isWorkman: true }, at);
  });
}
