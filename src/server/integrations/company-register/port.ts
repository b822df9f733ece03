/** Data of a company or an entrepreneur in the state register (ЕГРЮЛ, ЕГРИП). */
export interface RegisteredCompany {
  readonly inn: string;
  /** Entrepreneurs have none. */
  readonly kpp: string | null;
  /** ОГРН, or ОГРНИП of an entrepreneur. */
  readonly ogrn: string;
  readonly shortName: string;
  readonly fullName: string;
  readonly legalAddress: string | null;
}

export interface CompanyRegister {
  /**
   * @param inn - 10 or 12 digits with valid check digits.
   * @returns `null` when the register has no working company with it.
   * @throws Error when the register cannot be reached; people may type the data themselves.
   */
  findCompany(inn: string): Promise<RegisteredCompany | null>;
}
