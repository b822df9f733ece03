import { sql } from "kysely";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { requiredDocumentsOf } from "#contract/definitions/taxpayer-types.ts";
import { WORKMAN_DOCUMENT_TYPE } from "#contract/workman-documents/workman-document-states.ts";
import type {
  CompanyRegister,
  RegisteredCompany,
} from "#server/integrations/company-register/port.ts";
import { conflict, invalid } from "#server/http/app-error.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { RegistrationDependencies } from "./dependencies.ts";
import { countEntry, refuseTooManyEntries } from "./entry-limits.ts";
import { readInn } from "./read-registration.ts";

/**
 * What is known about an INN before the form is filled in; never whether a person is registered.
 */
export function serveRegistrationContext(
  serve: Serve,
  { outside, clock, companies }: RegistrationDependencies,
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

/** @throws AppError `conflict` — companies are public, so this reveals no secret. */
export async function refuseKnownCompany(trx: Trx, inn: string): Promise<void> {
  const { rows } = await sql`
      SELECT 1 FROM accounts WHERE inn = ${inn} AND state NOT IN ('REJECTED', 'DELETED') LIMIT 1`.execute(
    trx,
  );
  if (rows.length > 0)
    throw conflict(
      "Компания с этим ИНН уже зарегистрирована. Войдите по своему телефону или попросите администратора компании добавить вас",
    );
}

/** Without the register the person types the data. */
export async function askRegister(
  companies: CompanyRegister,
  inn: string,
): Promise<RegisteredCompany | null> {
  return companies.findCompany(inn).catch(() => null);
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
