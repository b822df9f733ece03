/** A place on the map. */
export interface FoundPlace {
  /** As the service writes it. */
  readonly address: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Title of the city, when the place is in one. */
  readonly city: string | null;
}

export interface Maps {
  /**
   * @returns the likeliest places first, at most ten.
   * @throws Error when the service is out of reach.
   */
  findPlaces(query: string): Promise<FoundPlace[]>;
}
