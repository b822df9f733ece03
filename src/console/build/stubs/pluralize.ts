/** Stands for `pluralize` inside `@refinedev/core`: it knows English only, and every resource has a Russian label. */
const unchanged = (word: string) => word;
export default Object.assign(unchanged, { plural: unchanged, singular: unchanged, isPlural: () => false, isSingular: () => false });
