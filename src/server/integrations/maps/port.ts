export interface FoundPlace {
  readonly address: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly city: string | null;
}

export interface Maps {
  /**
   * @returns the likeliest places first, at most ten.
   * @throws Error when the service cannot be reached.
   */
  findPlaces(query: string): Promise<FoundPlace[]>;
}
