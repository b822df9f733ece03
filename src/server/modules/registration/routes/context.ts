import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { requiredDocumentsOf } from "#contract/definitions/taxpayer-types.ts";
import { WORKMAN_DOCUMENT_TYPE } from "#contract/workman-documents/workman-document-states.ts";
import type { RegisteredCompany } from "#server/integrations/company-register/port.ts";
import { invalid } from "#server/http/app-error.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import { countEntry, refuseTooManyEntries } from "../entry-limits.ts";
import { readInn } from "../read-registration.ts";
import { refuseKnownCompany, askRegister } from "../actions/ask-register.ts";

/** By INN; never whether a person is registered. */
export function serveRegistrationContext(
  serve: Serve,
  { outside, clock, companies }: Platform,
): void {
  serve(authEndpoints.registrationContext, async ({ body, request, trx, audit }) => {
    audit({ event: "auth.registration_context" });
    const inn = readInn(body.inn, body.type, "inn", invalid);
    const attempt = { kind: "registration-context", ip: request.ip, at: clock.now() } as const;
    await refuseTooManyEntries(outside, attempt);
    await countEntry(outside, attempt);
    if (body.type === "account") {
      await refuseKnownCompany(trx, inn);
      return {
        inn,
        type: body.type,
        taxPayerType: null,
        company: presentCompany(await askRegister(companies, inn)),
        requiredDocuments: [],
      };
    }
    const taxPayerType = body.taxPayerType ?? "SMZ";
    return {
      inn,
      type: body.type,
      taxPayerType,
      company:
        taxPayerType === "IP" || taxPayerType === "IP_SMZ"
          ? presentCompany(await askRegister(companies, inn))
          : null,
      requiredDocuments: requiredDocumentsOf(taxPayerType, "ru").map((type) =>
        definitionFor(WORKMAN_DOCUMENT_TYPE, type),
      ),
    };
  });
}

function presentCompany(company: RegisteredCompany | null) {
  return (
    company && {
      companyDetailsName: company.fullName,
      shortCompanyName: company.shortName,
      kpp: company.kpp,
      ogrn: company.ogrn,
      legalAddress: company.legalAddress,
    }
  );
}
