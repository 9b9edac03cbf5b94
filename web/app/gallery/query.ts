/** The query parameters. */
export const query = new URLSearchParams(location.search)
