export interface FoundPlace {
  readonly address: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly city: string | null;
}

export interface Maps {
  /**
   * @returns the likeliest first, at most ten.
   * @throws Error when out of reach.
   */
  findPlaces(query: string): Promise<FoundPlace[]>;
}
