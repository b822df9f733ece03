export { ProjectField, ProjectsField } from "./projects-field.tsx";
export { TagsField } from "./tags-field.tsx";
