export interface FoundPlace {
  readonly address: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly city: string | null;
}

export interface Maps {
  /**
   * @returns at most ten, likeliest first.
   * @throws Error when out of reach.
   */
  findPlaces(query: string): Promise<FoundPlace[]>;
}
