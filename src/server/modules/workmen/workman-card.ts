import { sql } from "kysely";
import type { WorkmanCard } from "#contract/briefs/workman-brief.ts";
import type { Actor } from "#server/http/actor.ts";
import { pictureIdOf, presentPicture } from "#server/files/pictures.ts";

export interface WorkmanCardRow {
  readonly id: number;
  readonly lastName: string;
  readonly firstName: string;
  readonly pictureId: string | null;
  readonly city: { id: number; title: string } | null;
  readonly rating: number | null;
  readonly reviewsCount: number;
  readonly finishedJobsCount: number;
}

/** Jsonb; needs `workmen w`. */
export const WORKMAN_CARD = sql`
  jsonb_build_object('id', w.id, 'lastName', w.last_name, 'firstName', w.first_name, 'pictureId',
    ${pictureIdOf(sql`w.person_id`)}, 'rating', w.rating, 'reviewsCount', w.reviews_count,
    'city',
      (SELECT jsonb_build_object('id', c.id, 'title', c.title)
        FROM cities c
        WHERE c.id = w.city_id),
    'finishedJobsCount',
      (SELECT count(*) FROM jobs k WHERE k.workman_id = w.id AND k.state = 'FINISHED'))`;

export function presentWorkmanCard(
  {
    id,
    lastName,
    firstName,
    pictureId,
    city,
    rating,
    reviewsCount,
    finishedJobsCount,
  }: WorkmanCardRow,
  actor: Actor | null,
): WorkmanCard {
  return {
    id,
    name: workmanName(lastName, firstName, actor),
    picture: presentPicture(pictureId),
    city,
    rating,
    reviewsCount,
    finishedJobsCount,
  };
}

/** Decision: only customers read the whole last name: a letter is too little to find a person. */
export function workmanName(lastName: string, firstName: string, actor: Actor | null): string {
  if (actor !== null && actor.accountId !== null) return `${lastName} ${firstName}`.trim();
  return lastName === "" ? firstName : `${firstName} ${lastName.slice(0, 1)}.`;
}
