/** What the address asks to see. */
export const query = new URLSearchParams(location.search)
