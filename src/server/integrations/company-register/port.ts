/** From ЕГРЮЛ or ЕГРИП. */
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
   * @param inn - 10 or 12 valid digits.
   * @returns `null`: no working company.
   * @throws Error when out of reach.
   */
  findCompany(inn: string): Promise<RegisteredCompany | null>;
}
