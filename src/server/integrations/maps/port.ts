export interface FoundPlace {
  /** As the service writes it. */
  readonly address: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Title of the city, if the place is in one. */
  readonly city: string | null;
}

export interface Maps {
  /**
   * @returns the likeliest places first, at most ten.
   * @throws Error when the service cannot be reached.
   */
  findPlaces(query: string): Promise<FoundPlace[]>;
}
