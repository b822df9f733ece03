import { Type } from "typebox";
import { callJson, type HttpTarget } from "../common/http-call.ts";
import { answerReader } from "../common/read-answer.ts";
import type { CompanyRegister } from "./port.ts";

const readCompany = answerReader(
  "the company register's answer",
  Type.Object({
    ogrn: Type.String({ pattern: "\\S" }),
    shortName: Type.String({ pattern: "\\S" }),
    kpp: Type.Optional(Type.Unknown()),
    fullName: Type.Optional(Type.Unknown()),
    legalAddress: Type.Optional(Type.Unknown()),
  }),
);
/** A proxy's 404 has a page or an error of its own. */
const readNobody = answerReader(
  "the company register's 404",
  Type.Object({}, { additionalProperties: false }),
);

/**
 * `GET {url}/companies/{inn}`: `{kpp, ogrn, shortName, fullName, legalAddress}`, 404 with `{}` for an
 * unknown ИНН.
 */
export function httpCompanyRegister(target: HttpTarget): CompanyRegister {
  return {
    async findCompany(inn) {
      let isKnown = true;
      const answer = await callJson(
        // A person is waiting.
        { timeoutMs: 4_000, attempts: 2, ...target },
        {
          method: "GET",
          path: `/companies/${inn}`,
          isFinal: (status) => status === 404 && ((isKnown = false), true),
        },
      );
      if (!isKnown) {
        readNobody(answer);
        return null;
      }
      const { kpp, ogrn, shortName, fullName, legalAddress } = readCompany(answer);
      return {
        inn,
        kpp: wordOf(kpp),
        ogrn: ogrn.trim(),
        shortName: shortName.trim(),
        fullName: wordOf(fullName) ?? shortName.trim(),
        legalAddress: wordOf(legalAddress),
      };
    },
  };
}

const wordOf = (value: unknown) =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : null;
