/** Stands for the names of the HTTP statuses in axios: the console compares numbers. */
export default {};
