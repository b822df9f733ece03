/** What the state register (ЕГРЮЛ, ЕГРИП) says of a company or an entrepreneur. */
export interface RegisteredCompany {
  readonly inn: string;
  /** A company's; entrepreneurs have none. */
  readonly kpp: string | null;
  /** ОГРН, or ОГРНИП of an entrepreneur. */
  readonly ogrn: string;
  readonly shortName: string;
  readonly fullName: string;
  readonly legalAddress: string | null;
}

export interface CompanyRegister {
  /**
   * @param inn - 10 or 12 digits with right check digits.
   * @returns `null` when the register knows no working company by it.
   * @throws Error when the register is out of reach; the person may type the data himself.
   */
  findCompany(inn: string): Promise<RegisteredCompany | null>;
}
