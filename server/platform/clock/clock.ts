/** The present time, passed in wherever time matters, so that tests can set it. */
export type Clock = () => Date
