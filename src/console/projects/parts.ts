export { ProjectField, ProjectsField, useProjectSelect } from "./projects-field.tsx";
export { TagsField } from "./tags-field.tsx";
