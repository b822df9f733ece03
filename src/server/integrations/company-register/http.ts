import { callOutside, type HttpTarget } from "../common/http-call.ts";
import type { CompanyRegister, RegisteredCompany } from "./port.ts";

/**
 * `GET {url}/companies/{inn}`: `{kpp, ogrn, shortName, fullName, legalAddress}`, 404 for an unknown
 * ИНН.
 */
export function httpCompanyRegister(target: HttpTarget): CompanyRegister {
  return {
    async findCompany(inn) {
      let isKnown = true;
      const text = await callOutside(
        // A person is waiting.
        { timeoutMs: 4_000, attempts: 2, ...target },
        {
          method: "GET",
          path: `/companies/${inn}`,
          headers: { accept: "application/json" },
          isFinal: (status) => status === 404 && ((isKnown = false), true),
        },
      );
      return isKnown ? readCompany(inn, text) : null;
    },
  };
}

function readCompany(inn: string, text: string): RegisteredCompany {
  const answer = JSON.parse(text) as Partial<Record<keyof RegisteredCompany, unknown>>;
  const word = (value: unknown) =>
    typeof value === "string" && value.trim() !== "" ? value.trim() : null;
  const [ogrn, shortName] = [word(answer.ogrn), word(answer.shortName)];
  if (!ogrn || !shortName)
    throw new Error("the company register answered without ogrn or shortName");
  return {
    inn,
    kpp: word(answer.kpp),
    ogrn,
    shortName,
    fullName: word(answer.fullName) ?? shortName,
    legalAddress: word(answer.legalAddress),
  };
}
