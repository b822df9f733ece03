import { Type } from "typebox";
import { nullable } from "#contract/http/fields.ts";
import { Id } from "#contract/values/ids.ts";
import { CalendarDate, Definition, Instant, Rubles } from "#contract/values/wire.ts";
import { WORKMAN_DOCUMENT_TYPE } from "#contract/workman-documents/workman-document-states.ts";

/** Parts the resources of notices are made of. Source: specification §3, «Notice resource by type». */
const job = Type.Object({ id: Id, title: Type.String() });
const workman = Type.Object({ id: Id, name: Type.String() });
const account = Type.Object({ id: Id, companyDetailsName: Type.String() });
const comment = nullable(Type.String());
const reason = nullable(Definition);
const registry = { id: Id, number: Type.Integer(), kind: Type.String() };

export const JobResource = Type.Object({ id: Id, title: Type.String() });
export const JobCanceledResource = Type.Object({ ...JobResource.properties, cancelReason: reason, cancelComment: comment });
export const JobRejectedResource = Type.Object({ ...JobResource.properties, rejectReason: reason, rejectComment: comment });

export const WithAccount = Type.Object({ job, account });
export const WithWorkman = Type.Object({ job, workman });
export const WithBoth = Type.Object({ job, workman, account });
export const JobOnly = Type.Object({ job });
export const DeclinedByWorkman = Type.Object({ job, workman, declineReason: reason, declineComment: comment });
export const DeclinedByAccount = Type.Object({ job, declineReason: reason, declineComment: comment });
export const OfferRejectedResource = Type.Object({ job, rejectReason: reason, rejectComment: comment });
/** `amount` is the sum before, `newAmount` the proposed one: «{было} → {стало}». Source: `domain.md` §5.4. */
export const ArbitrationResource = Type.Object({ ...WithBoth.properties, amount: Rubles, newAmount: Rubles });

export const AccountResource = Type.Object({ account });
export const AccountRefusedResource = Type.Object({ account, rejectReason: reason, rejectComment: comment });
export const InvoiceResource = Type.Object({ invoice: Type.Object({ id: Id, number: Type.String(), amount: Rubles }) });

export const AccountReviewResource = Type.Object({ account });
export const AccountReviewRejectedResource = Type.Object({ account, rejectReason: reason, rejectComment: comment });
export const WorkmanReviewResource = Type.Object({ workman });
export const WorkmanReviewRejectedResource = Type.Object({ workman, rejectReason: reason, rejectComment: comment });

export const WorkmanResource = Type.Object({ workman });
export const WorkmanRefusedResource = Type.Object({ rejectReason: reason, rejectComment: comment });

/** `monthNumber` is 1 to 12; sums in rubles. Source: specification §3, «Tax payment notices». */
export const TaxPaymentResource = Type.Object({
  amount: Rubles,
  monthNumber: Type.Integer({ minimum: 1, maximum: 12 }),
  requestedAmount: Rubles,
  taxAmount: Rubles,
  debtAmount: Rubles,
  penaltyAmount: Rubles,
});

const documents = Type.Array(Type.Object({ name: Type.String(), type: WORKMAN_DOCUMENT_TYPE.schema, expireDate: CalendarDate }));
export const DocumentsResource = Type.Object({ documents });
export const EmployeeDocumentsResource = Type.Object({ documents, workman });
export const ReferenceResource = Type.Object({ year: Type.Integer() });
/** A notice of the tax authority, shown in yellow. */
export const TaxAuthorityResource = Type.Object({ title: Type.String(), text: Type.String() });

export const RegistryResource = Type.Object({
  registry: Type.Object({ ...registry, rowsCount: Type.Integer(), doneCount: Type.Integer(), failedCount: Type.Integer() }),
});
/** `startsAt`: when the orders start to leave, until then the sending can be undone. */
export const RegistryApprovedResource = Type.Object({ registry: Type.Object(registry), startsAt: Instant });
export const RegistryRejectedResource = Type.Object({ registry: Type.Object(registry), rejectReason: reason, rejectComment: comment });
export const ExportResource = Type.Object({ export: Type.Object({ id: Id, title: Type.String() }) });
export const EmploymentResource = Type.Object({ employmentID: Id, account });
/** The bond of a customer and a worker, for both of them. */
export const EmploymentPartiesResource = Type.Object({ employmentID: Id, workman, account });
export const WithdrawalResource = Type.Object({ amount: Rubles, declineReason: reason });
