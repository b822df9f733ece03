/** Letters the standard allows; longer values are cut. */
const MOST: Readonly<Record<string, number>> = { Name: 160, BankName: 45, Purpose: 210 };

export interface PaymentCode {
  readonly Name: string;
  readonly PersonalAcc: string;
  readonly BankName: string;
  readonly BIC: string;
  readonly CorrespAcc: string;
  readonly PayeeINN: string;
  readonly KPP: string;
  readonly Purpose: string;
  readonly PayerINN?: string;
  /** КБК. */
  readonly CBC?: string;
  readonly OKTMO?: string;
  /** «МС.10.2026». */
  readonly TaxPeriod?: string;
  readonly UIN?: string;
}

/**
 * Text of a QR code by which a bank fills in a payment: UTF-8, a value holds neither the separator
 * nor a line's end, an empty one is left out. Source: ГОСТ Р 56042-2014.
 */
export function paymentCode(fields: PaymentCode, sumKopecks: bigint): string {
  const { Name, PersonalAcc, BankName, BIC, CorrespAcc, ...others } = fields;
  // The five that are obligatory come first, in this order.
  const ordered = {
    Name,
    PersonalAcc,
    BankName,
    BIC,
    CorrespAcc,
    Sum: String(sumKopecks),
    ...others,
  };
  return [
    "ST00012",
    ...Object.entries(ordered).flatMap(([name, value]) => {
      const plain = (value ?? "").replaceAll(/[|\s]+/g, " ").trim();
      return plain === "" ? [] : [`${name}=${plain.slice(0, MOST[name])}`];
    }),
  ].join("|");
}
